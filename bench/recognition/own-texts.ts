// Texts in scripts of which the corpus has none, for pages that are printed here: own sentences about everyday things.

export interface OwnText {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly font: string;
  readonly paragraphs: readonly string[];
  readonly table: readonly (readonly string[])[];
}

export const OWN_TEXTS: readonly OwnText[] = [
  {
    language: 'kor',
    direction: 'ltr',
    font: 'Noto Serif CJK KR',
    paragraphs: [
      '우리 마을의 아침 시장은 매일 다섯 시에 문을 연다. 어부들은 밤새 잡은 생선을 가져오고 농부들은 신선한 채소와 과일을 수레에 싣고 온다. 일곱 시가 되면 광장은 사람들로 가득 차고 상인들은 큰 소리로 손님을 부른다.',
      '시장 사무소는 모든 상인에게 공정한 자리를 제공하며 저울과 가격표를 정기적으로 검사한다. 새로운 상인은 신청서를 작성하고 신분증 사본과 함께 사무소에 제출하여야 한다. 심사 결과는 십 일 안에 우편으로 통지된다.',
      '비가 오는 날에는 지붕이 있는 동쪽 구역만 운영한다. 자동차는 강가의 주차장에 세우고 걸어서 들어와야 하며 개는 반드시 줄을 매야 한다. 쓰레기는 종류에 따라 나누어 버리고 저녁 여섯 시까지 자리를 깨끗이 정리한다.',
    ],
    table: [
      ['품목', '가격', '수량'],
      ['사과', '3,500', '120'],
      ['고등어', '8,200', '45'],
      ['배추', '2,900', '310'],
    ],
  },
  {
    language: 'tha',
    direction: 'ltr',
    font: 'Noto Serif Thai',
    paragraphs: [
      'ตลาดเช้าของหมู่บ้านเปิดทุกวันตั้งแต่เวลาห้านาฬิกา ชาวประมงนำปลาสดที่จับได้ในตอนกลางคืนมาขาย ส่วนชาวสวนขนผักและผลไม้มาด้วยเกวียน เมื่อถึงเวลาเจ็ดนาฬิกาลานกว้างจะเต็มไปด้วยผู้คนและเสียงเรียกลูกค้า',
      'สำนักงานตลาดจัดสรรที่นั่งอย่างยุติธรรมให้แก่ผู้ค้าทุกคน และตรวจสอบเครื่องชั่งกับป้ายราคาเป็นประจำ ผู้ค้ารายใหม่ต้องกรอกใบสมัครและยื่นพร้อมสำเนาบัตรประจำตัว ผลการพิจารณาจะส่งทางไปรษณีย์ภายในสิบวัน',
      'ในวันที่ฝนตกจะเปิดเฉพาะด้านตะวันออกซึ่งมีหลังคา รถยนต์ต้องจอดที่ลานจอดรถริมแม่น้ำแล้วเดินเข้ามา ขยะต้องแยกตามประเภทและเก็บที่นั่งให้สะอาดก่อนหกโมงเย็น',
    ],
    table: [
      ['รายการ', 'ราคา', 'จำนวน'],
      ['มะม่วง', '35', '120'],
      ['ปลาทู', '82', '45'],
      ['กะหล่ำปลี', '29', '310'],
    ],
  },
  {
    language: 'heb',
    direction: 'rtl',
    font: 'Noto Serif Hebrew',
    paragraphs: [
      'השוק של הכפר נפתח בכל יום בשעה חמש בבוקר. הדייגים מביאים את הדגים שנתפסו בלילה, והחקלאים מגיעים עם ירקות ופירות טריים בעגלות. בשעה שבע הכיכר מלאה באנשים והסוחרים קוראים ללקוחות בקול רם.',
      'משרד השוק מקצה מקום הוגן לכל סוחר ובודק באופן קבוע את המשקלים ואת שלטי המחירים. סוחר חדש חייב למלא טופס ולהגיש אותו יחד עם צילום של תעודת זהות. תשובה תישלח בדואר בתוך עשרה ימים.',
      'בימי גשם פתוח רק האזור המזרחי, שיש לו גג. את המכוניות יש להחנות במגרש ליד הנהר ולהיכנס ברגל. את האשפה יש להפריד לפי סוגים, ואת המקום יש לנקות עד השעה שש בערב.',
    ],
    table: [
      ['פריט', 'מחיר', 'כמות'],
      ['תפוחים', '35', '120'],
      ['סרדינים', '82', '45'],
      ['כרוב', '29', '310'],
    ],
  },
  {
    language: 'ara',
    direction: 'rtl',
    font: 'Noto Naskh Arabic',
    paragraphs: [
      'يفتح سوق القرية كل يوم في الساعة الخامسة صباحا. يحضر الصيادون السمك الذي اصطادوه في الليل، ويأتي المزارعون بالخضار والفواكه الطازجة على العربات. في الساعة السابعة تمتلئ الساحة بالناس وينادي التجار على الزبائن بصوت عال.',
      'يمنح مكتب السوق كل تاجر مكانا عادلا، ويفحص الموازين ولوحات الأسعار بانتظام. على التاجر الجديد أن يملأ الطلب ويقدمه مع نسخة من بطاقة الهوية. ترسل النتيجة بالبريد خلال عشرة أيام.',
      'في الأيام الممطرة يفتح القسم الشرقي فقط لأن له سقفا. يجب ترك السيارات في الموقف بجانب النهر والدخول مشيا. يجب فرز النفايات حسب النوع وتنظيف المكان قبل الساعة السادسة مساء.',
    ],
    table: [
      ['الصنف', 'السعر', 'الكمية'],
      ['تفاح', '35', '120'],
      ['سردين', '82', '45'],
      ['ملفوف', '29', '310'],
    ],
  },
];

/** @param kind running text with a ruled table, or in two columns */
export function htmlOf({ direction, font, paragraphs, table }: OwnText, kind: 'table' | 'columns'): string {
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
  const rows = table.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  const cells = `<table border="1" cellspacing="0" cellpadding="4" width="80%">${rows}</table>`;
  const half = `<td valign="top" width="50%">${text}</td>`;
  const columns = `<table border="0" cellpadding="10"><tr>${half}${half}</tr></table>`;
  const body = kind === 'table' ? text + cells + text : columns + cells;
  return `<html><head><meta charset="utf-8"><style>body{font-family:'${font}';font-size:11pt}</style></head><body dir="${direction}">${body}</body></html>`;
}

/** What is printed: the paragraphs come twice. */
export function wordsOf({ paragraphs, table }: OwnText): string {
  return [...paragraphs, ...paragraphs, ...table.flat()].join(' ');
}
