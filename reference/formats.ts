// Which type can become which format, as a table of marks.

import { html, type Html } from './html.ts';
import { CONVERSIONS, TARGET_FORMATS } from '#contract/params/conversions.ts';
import { FILE_TYPES } from '#contract/files.ts';
import { headingLine } from './markdown.ts';

export function formatMatrix(): Html {
  const rows = Object.entries(CONVERSIONS) as [keyof typeof CONVERSIONS, readonly string[]][];
  return html`${headingLine(2, 'formats', 'What can become what')}
    <div class="wide" tabindex="0" role="region" aria-label="Formats">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">from, to</th>
            ${TARGET_FORMATS.map((format) => html`<th scope="col">${format}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([type, targets]) =>
              html`<tr>
                <th scope="row">${nameOf(type)}</th>
                ${TARGET_FORMATS.map((format) => (targets.includes(format) ? html`<td>yes</td>` : html`<td class="no">–</td>`))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function nameOf(type: keyof typeof CONVERSIONS): string {
  return FILE_TYPES[type].extension.toUpperCase();
}
