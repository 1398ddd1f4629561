/** A row of dots that leads to the number of a page, at the end of a text: a line of a table of contents. */
export const LEADER_TARGET = /(?:[.\u2026\u00b7][ \t\u00a0]?){5,}[ \t\u00a0]*(?:\d{1,4}|[ivxlcdm]{1,7}|[A-Z]-?\d{1,3})[ \t\u00a0]*$/i;
