// The documents of docs/showcase/, as HTML that the service prints, and a form. All names in them are invented.

import { PDFDocument, StandardFonts } from 'pdf-lib';

const FACE = `body{font:11pt/1.5 "Carlito",sans-serif;color:#222;margin:0}h1{font-size:24pt;margin:0 0 6pt}h2{font-size:14pt;margin:16pt 0 4pt}
table{border-collapse:collapse;width:100%}th,td{padding:5pt 8pt;border-bottom:.6pt solid #aab;text-align:left}td:last-child,th:last-child{text-align:right}`;

export const INVOICE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Invoice 2026-118</title>
<style>${FACE}@page{size:A4;margin:22mm}header{display:flex;justify-content:space-between;border-bottom:2pt solid #274c77;padding-bottom:10pt}
.muted{color:#667}.total td{font-weight:700;border-top:1.2pt solid #274c77}</style></head><body>
<header><div><h1>Harbour Consulting</h1><div class="muted">14 Quay Street, Rosemarkie</div></div><div><b>Invoice</b> 2026-118<br>Date: 1 December 2026<br>Due date: 31 December 2026</div></header>
<h2>Bill to</h2><p>Northfield Library Trust<br>3 Mill Lane<br>Northfield</p>
<table><tr><th>Description</th><th>Hours</th><th>Amount</th></tr><tr><td>Survey of the reading rooms</td><td>12</td><td>1,080.00</td></tr>
<tr><td>Plan of the new shelving</td><td>8</td><td>720.00</td></tr><tr><td>Two visits on site</td><td>6</td><td>540.00</td></tr>
<tr class="total"><td>Total</td><td>26</td><td>2,340.00</td></tr></table>
<h2>Payment</h2><p>Please pay by bank transfer within thirty days and quote the number of the invoice. Questions about this invoice are answered by Harbour Consulting on weekdays between nine and five.</p></body></html>`;

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="220" viewBox="0 0 520 220"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f7d6a0"/><stop offset="1" stop-color="#e98a6b"/></linearGradient></defs><rect width="520" height="220" fill="url(#s)"/><circle cx="380" cy="90" r="34" fill="#fff3d6"/><path d="M0 170 90 110 170 165 260 90 350 160 430 120 520 175V220H0Z" fill="#4a5a7a"/><path d="M0 195 120 160 240 195 380 165 520 200V220H0Z" fill="#2c3752"/></svg>`;

export const REPORT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Annual report of the hill railway</title><meta name="author" content="R. Imaginary"><meta name="keywords" content="railway, report, draft 4">
<style>${FACE}@page{size:A4;margin:20mm}p{text-align:justify}</style></head><body><h1>The hill railway in 2026</h1><p class="muted">Report of the board to the members</p>${PICTURE}
<h2>Passengers</h2><p>The line carried 184,300 passengers between April and October, more than in any season since it was opened again. On nine days in August every train of the afternoon was full, and a second set of carriages was taken out of the shed.</p>
<table><tr><th>Month</th><th>Trains</th><th>Passengers</th></tr><tr><td>June</td><td>412</td><td>31,220</td></tr><tr><td>July</td><td>468</td><td>44,905</td></tr><tr><td>August</td><td>496</td><td>52,310</td></tr></table>
<h2>Track</h2><p>Sleepers were replaced between the two viaducts, and the platform of the upper station is now level with the carriages. The volunteers gave more than six thousand hours.</p></body></html>`;

export const NEWSLETTER = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden notes</title>
<style>${FACE}@page{size:A4;margin:18mm}main{columns:2;column-gap:9mm;text-align:justify}h2{break-after:avoid}table{font-size:9.5pt;break-inside:avoid}</style></head><body><h1>Garden notes</h1><p>No. 12 · November</p><main>
<h2>Before the frost</h2><p>Lift the dahlias when the first cold night has blackened their leaves. Shake off the soil, let the tubers dry for a week under a roof, and store them in boxes of dry sand where it is cool and does not freeze.</p>
<p>Roses are not pruned now. Shorten only what the wind would break, and heap soil around the stems.</p><h2>What to sow</h2><p>Broad beans may be sown until the middle of the month in mild places:</p>
<table><tr><th>Kind</th><th>Depth</th><th>Apart</th></tr><tr><td>Broad beans</td><td>5 cm</td><td>20 cm</td></tr><tr><td>Garlic</td><td>4 cm</td><td>15 cm</td></tr><tr><td>Spinach</td><td>2 cm</td><td>8 cm</td></tr></table>
<h2>Tools</h2><ul><li>Clean spades and forks, and rub them with oil.</li><li>Empty hoses before they freeze.</li><li>Sharpen the shears; the blacksmith has time in winter.</li></ul>
<h2>Next month</h2><p>The meeting on the second Tuesday is about wintering bees. Bring a friend, and a mug.</p></main></body></html>`;

const slide = (title: string, lines: readonly string[], colour: string) =>
  `<section style="background:${colour}"><h1>${title}</h1><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></section>`;

export const SLIDES = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A library by bicycle</title>
<style>${FACE}@page{size:254mm 143mm;margin:0}section{width:254mm;height:143mm;padding:16mm;box-sizing:border-box;break-after:page;font-size:20pt}h1{font-size:34pt}</style></head><body>
${slide('A library by bicycle', ['Forty stops, one trailer', 'What we learned in a year'], '#e7eff6')}${slide('What people borrow', ['Novels: 46 %', 'Books for children: 38 %', 'Maps: 16 %'], '#f5efe2')}${slide('Next spring', ['A second trailer', 'Stops at the schools', 'A roof against the rain'], '#e9f3e8')}${slide('Thank you', ['Questions?'], '#f3e9f1')}</body></html>`;

/** A filled form, with fields that can still be changed. */
export async function makeForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 420]);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const plain = await document.embedFont(StandardFonts.Helvetica);
  page.drawText('Loan of a bicycle trailer', { x: 50, y: 360, size: 20, font: bold });
  const form = document.getForm();
  const lines = [
    ['Name', 'Imogen Vale'],
    ['Street', '3 Mill Lane, Northfield'],
    ['From, to', '4 May to 11 May 2027'],
  ] as const;
  lines.forEach(([label, value], index) => {
    const y = 300 - 44 * index;
    page.drawText(label, { x: 50, y: y + 6, size: 12, font: plain });
    const field = form.createTextField(label);
    field.setText(value);
    field.addToPage(page, { x: 150, y, width: 350, height: 24, borderWidth: 1 });
  });
  const box = form.createCheckBox('agreed');
  box.addToPage(page, { x: 150, y: 160, width: 16, height: 16 });
  box.check();
  page.drawText('I have read the rules of the library.', { x: 176, y: 163, size: 12, font: plain });
  return document.save();
}
