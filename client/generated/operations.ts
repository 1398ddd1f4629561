// Printed by `npm run client:generate` from docs/openapi.json: the operations, and the options of their commands.

export interface Option {
  /** As it is typed: `target-format`. */
  readonly name: string;
  /** Its place in the request. */
  readonly path: readonly string[];
  /** `texts`: given several times; `words`: also with commas; `steps`: objects, as JSON or as words. */
  readonly kind: 'text' | 'number' | 'boolean' | 'texts' | 'words' | 'steps' | 'json';
  /** Of `steps`: what tells one from another, with its names; where its other fields lie. */
  readonly step?: { readonly field: string; readonly names: readonly string[]; readonly inner?: string };
  readonly description?: string;
  /** Today's values of an enumeration. */
  readonly values?: readonly string[];
  readonly preset?: unknown;
  readonly required?: true;
}

export interface Operation {
  /** The type of its jobs: `ai_edit`. */
  readonly type: string;
  /** The last part of its address, and its command: `ai-edit`. */
  readonly path: string;
  readonly summary: string;
  /** The request names a source in `file_id`. */
  readonly takesFile: boolean;
  /** The parameter that lists files. */
  readonly filesParam?: string;
  /** Endings of the names of the sources that it takes. */
  readonly endings: readonly string[];
  readonly options: readonly Option[];
}

export const OPERATIONS = {
  "ai_edit": {
    "type": "ai_edit",
    "path": "ai-edit",
    "summary": "Edit the content of a PDF from an instruction in natural language. A source may have up to 2000 pages and 200 MiB, or what the plan allows where that is less.",
    "takesFile": true,
    "filesParam": "images",
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "instruction",
        "path": [
          "instruction"
        ],
        "kind": "text",
        "description": "What to do, in your own words, in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese or Japanese: “Replace \"Acme Ltd\" with \"Acme GmbH\" on pages 2-3, then delete the last page.”"
      },
      {
        "name": "plan",
        "path": [
          "plan"
        ],
        "kind": "json",
        "description": "A ready plan, from your own model or changed after a dry run; it is checked like any other. When an instruction is given too, the plan must follow from it."
      },
      {
        "name": "plan-id",
        "path": [
          "plan_id"
        ],
        "kind": "text",
        "description": "The `report.plan_id` of a dry run on the same file, not older than 24 hours."
      },
      {
        "name": "dry-run",
        "path": [
          "dry_run"
        ],
        "kind": "boolean",
        "description": "Answer with the plan and where its targets are, without an edited file.",
        "preset": false
      },
      {
        "name": "allow-partial",
        "path": [
          "allow_partial"
        ],
        "kind": "boolean",
        "description": "Carry out what is possible instead of failing the whole job: a part that is not found, cannot be written or fails verification is left out and reported in `skipped`. A redaction is carried out whole or not at all.",
        "preset": false
      },
      {
        "name": "output-format",
        "path": [
          "output_format"
        ],
        "kind": "text",
        "preset": "pdf"
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "metadata": {
    "type": "metadata",
    "path": "metadata",
    "summary": "Remove, read or set the metadata of a document.",
    "takesFile": true,
    "endings": [
      "docx",
      "jpe",
      "jpeg",
      "jpg",
      "pdf",
      "png"
    ],
    "options": [
      {
        "name": "action",
        "path": [
          "action"
        ],
        "kind": "text",
        "description": "`remove` deletes every entry, `read` lists all entries, `set` writes `values`.",
        "values": [
          "remove",
          "read",
          "set"
        ],
        "required": true
      },
      {
        "name": "values",
        "path": [
          "values"
        ],
        "kind": "json",
        "description": "For `set`: the entries to write; those not named keep their value."
      },
      {
        "name": "values.title",
        "path": [
          "values",
          "title"
        ],
        "kind": "text",
        "description": "Stored literally. An empty string removes the entry."
      },
      {
        "name": "values.author",
        "path": [
          "values",
          "author"
        ],
        "kind": "text",
        "description": "Stored literally. An empty string removes the entry."
      },
      {
        "name": "values.subject",
        "path": [
          "values",
          "subject"
        ],
        "kind": "text",
        "description": "Stored literally. An empty string removes the entry."
      },
      {
        "name": "values.keywords",
        "path": [
          "values",
          "keywords"
        ],
        "kind": "text",
        "description": "Stored literally. An empty string removes the entry."
      },
      {
        "name": "values.creator",
        "path": [
          "values",
          "creator"
        ],
        "kind": "text",
        "description": "Stored literally. An empty string removes the entry."
      },
      {
        "name": "values.producer",
        "path": [
          "values",
          "producer"
        ],
        "kind": "text",
        "description": "Stored literally. An empty string removes the entry."
      },
      {
        "name": "values.created-at",
        "path": [
          "values",
          "created_at"
        ],
        "kind": "text"
      },
      {
        "name": "values.modified-at",
        "path": [
          "values",
          "modified_at"
        ],
        "kind": "text"
      },
      {
        "name": "remove-authors",
        "path": [
          "remove_authors"
        ],
        "kind": "boolean",
        "description": "For `remove`: also the authors of annotations (PDF) and of comments and revisions (DOCX).",
        "preset": false
      },
      {
        "name": "remove-layer-names",
        "path": [
          "remove_layer_names"
        ],
        "kind": "boolean",
        "description": "For `remove`: also the names of optional-content layers (PDF).",
        "preset": false
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "convert": {
    "type": "convert",
    "path": "convert",
    "summary": "Convert a document to another format. A source may have up to 128 MiB, or what the plan allows where that is less. With `target_format: \"txt\"` it may have up to 2000 pages and 128 MiB, or what the plan allows where that is less. With `target_format: \"docx\"` it may have up to 2000 pages and 128 MiB, or what the plan allows where that is less. With `target_format: \"html\"` it may have up to 2000 pages and 128 MiB, or what the plan allows where that is less. With `target_format: \"md\"` it may have up to 2000 pages and 128 MiB, or what the plan allows where that is less. With `target_format: \"json\"` it may have up to 2000 pages and 128 MiB, or what the plan allows where that is less. With `target_format: \"xlsx\"` it may have up to 2000 pages and 128 MiB, or what the plan allows where that is less. With `target_format: \"csv\"` it may have up to 2000 pages and 128 MiB, or what the plan allows where that is less. With `target_format: \"jpg\"` it may have up to 450 MiB, or what the plan allows where that is less. With `target_format: \"png\"` it may have up to 450 MiB, or what the plan allows where that is less.",
    "takesFile": true,
    "endings": [
      "bmp",
      "csv",
      "docx",
      "eml",
      "epub",
      "gif",
      "htm",
      "html",
      "jpe",
      "jpeg",
      "jpg",
      "markdown",
      "md",
      "odp",
      "ods",
      "odt",
      "pdf",
      "png",
      "pptx",
      "rtf",
      "svg",
      "text",
      "tif",
      "tiff",
      "txt",
      "webp",
      "xhtml",
      "xlsx",
      "zip"
    ],
    "options": [
      {
        "name": "target-format",
        "path": [
          "target_format"
        ],
        "kind": "text",
        "description": "The format of the result. `GET /capabilities` lists the formats that each type can become.",
        "values": [
          "pdf",
          "docx",
          "html",
          "txt",
          "md",
          "json",
          "xlsx",
          "csv",
          "jpg",
          "png"
        ],
        "required": true
      },
      {
        "name": "dpi",
        "path": [
          "dpi"
        ],
        "kind": "number",
        "description": "For jpg and png: dots per inch, by default 150. A page that would have too many pixels is drawn with fewer."
      },
      {
        "name": "quality",
        "path": [
          "quality"
        ],
        "kind": "number",
        "description": "For jpg: 1–100, by default 85."
      },
      {
        "name": "pages",
        "path": [
          "pages"
        ],
        "kind": "text",
        "description": "From a PDF or a picture with several pages: only these pages, in this order: `1-3,5,8-end,last,-2`."
      },
      {
        "name": "page-size",
        "path": [
          "page_size"
        ],
        "kind": "text",
        "description": "The size of the pages: a name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive), or width and height such as `210mm x 297mm` (mm, cm, in, pt, px). By default a4; for pictures and drawings their own size, for spreadsheets that of each sheet. A page size that an HTML document itself asks for comes first, unless `prefer_css_page_size` is false."
      },
      {
        "name": "landscape",
        "path": [
          "landscape"
        ],
        "kind": "boolean",
        "description": "Pages are wider than high."
      },
      {
        "name": "margins",
        "path": [
          "margins"
        ],
        "kind": "json",
        "description": "One length for all sides, or an object with `top`, `right`, `bottom` and `left`; by default 20mm, for spreadsheets those of each sheet. Margins that an HTML document itself asks for (`@page`) come first."
      },
      {
        "name": "scale",
        "path": [
          "scale"
        ],
        "kind": "number",
        "description": "How large the content is, 0.1–2; by default 1. A spreadsheet is then not fitted to the width of the page."
      },
      {
        "name": "print-background",
        "path": [
          "print_background"
        ],
        "kind": "boolean",
        "description": "Print colours and pictures of backgrounds; by default true."
      },
      {
        "name": "page-ranges",
        "path": [
          "page_ranges"
        ],
        "kind": "text",
        "description": "Print only these pages, in ascending order: `1-3,5,8-`. A page that the document does not have fails the job."
      },
      {
        "name": "header-html",
        "path": [
          "header_html"
        ],
        "kind": "text",
        "description": "HTML that is printed above the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out."
      },
      {
        "name": "footer-html",
        "path": [
          "footer_html"
        ],
        "kind": "text",
        "description": "HTML that is printed below the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out."
      },
      {
        "name": "prefer-css-page-size",
        "path": [
          "prefer_css_page_size"
        ],
        "kind": "boolean",
        "description": "A page size that the document itself asks for (`@page`) comes before `page_size` and `landscape`; by default true."
      },
      {
        "name": "outline",
        "path": [
          "outline"
        ],
        "kind": "boolean",
        "description": "Bookmarks from headings, sheets or slides; by default true. Bookmarks of HTML need `tagged`."
      },
      {
        "name": "tagged",
        "path": [
          "tagged"
        ],
        "kind": "boolean",
        "description": "Tags that say what is a heading, a paragraph, a table: for readers that read aloud. By default true."
      },
      {
        "name": "pdfa",
        "path": [
          "pdfa"
        ],
        "kind": "text",
        "description": "For pdf, from any type: the result conforms to this level of PDF/A (ISO 19005-2). Fonts that are not embedded are replaced by similar ones of the same widths; scripts and attachments are removed, and a warning says so. A document that cannot conform is refused with the rules that it breaks.",
        "values": [
          "PDF/A-2b"
        ]
      },
      {
        "name": "layout",
        "path": [
          "layout"
        ],
        "kind": "json",
        "description": "For txt, `true`: spaces keep columns in their places, instead of one column following the other. For docx, `pages` (default): the document is laid out, and what is on a page that would look other than in the source keeps its place there; the report says which pages these are. `flow`: all text flows, and nothing is laid out. Documents of more than 240 pages, and those of a region without such a program, flow with a warning."
      },
      {
        "name": "ocr",
        "path": [
          "ocr"
        ],
        "kind": "json",
        "description": "For docx, html, txt, md, json, xlsx and csv: what to do with pages without text. `auto` (default): recognise them where an engine is installed; `true`: recognise them, or refuse the job; `false`: leave them out. Where the result has no pictures (txt, xlsx, csv; md and json without `pictures`), text and tables in the pictures of all other pages are recognised too, while at least half of the job's time is left."
      },
      {
        "name": "languages",
        "path": [
          "languages"
        ],
        "kind": "words",
        "description": "For recognition: languages of the text, the most frequent first, by default eng; where it is absent, pages of another script are read in its most spoken language that is installed. `GET /capabilities` lists them."
      },
      {
        "name": "keep-running",
        "path": [
          "keep_running"
        ],
        "kind": "boolean",
        "description": "For md, `true`: running heads and feet are in the result, once: by default they are left out."
      },
      {
        "name": "page-marks",
        "path": [
          "page_marks"
        ],
        "kind": "boolean",
        "description": "For md, `true`: a comment like `<!-- page 3 -->` before the first block that begins on each page."
      },
      {
        "name": "pictures",
        "path": [
          "pictures"
        ],
        "kind": "text",
        "description": "For md and json: `none` (default) leaves pictures out (json: their places stay); `references` names each where it stands (`images/p3-1.png` is the first picture of page 3); `files` returns a ZIP of `document.md` or `document.json` and the pictures in `images/`. With the latter two, charts and diagrams that are drawn are pictures too.",
        "values": [
          "none",
          "references",
          "files"
        ]
      },
      {
        "name": "block-ids",
        "path": [
          "block_ids"
        ],
        "kind": "boolean",
        "description": "For md, `true`: a comment with its id, like `<!-- b12 -->`, before each block."
      },
      {
        "name": "tables",
        "path": [
          "tables"
        ],
        "kind": "json",
        "description": "For xlsx and csv: only the tables that begin on these `pages`, and of which at least half lies in one of the `areas` (points from the upper left corner of the page as it is shown). By default all tables."
      },
      {
        "name": "table",
        "path": [
          "table"
        ],
        "kind": "number",
        "description": "For csv: only this table, from 1, of those that `tables` chooses, as one file. By default all, in a ZIP of `table-1.csv` and on."
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "ocr": {
    "type": "ocr",
    "path": "ocr",
    "summary": "Recognise the text of scanned pages. A source may have up to 200 MiB, or what the plan allows where that is less.",
    "takesFile": true,
    "endings": [
      "jpe",
      "jpeg",
      "jpg",
      "pdf",
      "png",
      "tif",
      "tiff"
    ],
    "options": [
      {
        "name": "languages",
        "path": [
          "languages"
        ],
        "kind": "words",
        "description": "Languages of the text, the most frequent first: ISO 639-2 codes, some with a script (`chi_sim`); `en` is `eng`. `GET /capabilities` lists them.",
        "preset": [
          "eng"
        ]
      },
      {
        "name": "output-format",
        "path": [
          "output_format"
        ],
        "kind": "text",
        "description": "`searchable_pdf`: the document with an invisible text layer; `pdfa`: the same as PDF/A-2b (what the standard does not allow is replaced or removed, with a warning); `txt`: paragraphs, a form feed between pages; `hocr`: hOCR 1.2; `json`: words with boxes in points and confidence.",
        "values": [
          "searchable_pdf",
          "pdfa",
          "txt",
          "hocr",
          "json"
        ],
        "preset": "searchable_pdf"
      },
      {
        "name": "mode",
        "path": [
          "mode"
        ],
        "kind": "text",
        "description": "`skip_text` leaves pages that have text as they are; `redo` replaces the text layer of an earlier recognition; `force` reads the picture of every page, and the recognised text replaces the text of the page; the page looks the same.",
        "values": [
          "skip_text",
          "force",
          "redo"
        ],
        "preset": "skip_text"
      },
      {
        "name": "pages",
        "path": [
          "pages"
        ],
        "kind": "text",
        "description": "Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`."
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "compress": {
    "type": "compress",
    "path": "compress",
    "summary": "Make a PDF smaller without losing anything that it can do. A source may have up to 200 MiB, or what the plan allows where that is less.",
    "takesFile": true,
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "quality",
        "path": [
          "quality"
        ],
        "kind": "text",
        "description": "`high` for print, `balanced` for the screen and the office printer, `maximum` for the smallest file that is still readable.",
        "values": [
          "high",
          "balanced",
          "maximum"
        ],
        "preset": "balanced"
      },
      {
        "name": "linearize",
        "path": [
          "linearize"
        ],
        "kind": "boolean",
        "description": "Write the result so that a browser can show the first page before all bytes have arrived.",
        "preset": false
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "split": {
    "type": "split",
    "path": "split",
    "summary": "Divide a PDF into several, each with what belongs to its pages.",
    "takesFile": true,
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "ranges",
        "path": [
          "ranges"
        ],
        "kind": "texts",
        "description": "A result for each list of pages: `[\"1-3\", \"4-end\"]`."
      },
      {
        "name": "every",
        "path": [
          "every"
        ],
        "kind": "number",
        "description": "A result for every so many pages."
      },
      {
        "name": "pages",
        "path": [
          "pages"
        ],
        "kind": "text",
        "description": "A result for each page."
      },
      {
        "name": "by-outline",
        "path": [
          "by_outline"
        ],
        "kind": "number",
        "description": "A result for each page to which an item of the outline leads, down to this level; `1` is the highest."
      },
      {
        "name": "by-size-bytes",
        "path": [
          "by_size_bytes"
        ],
        "kind": "number",
        "description": "Results of at most this size, each with as many pages as fit; a page that is larger by itself is a result of its own."
      },
      {
        "name": "by-blank-pages",
        "path": [
          "by_blank_pages"
        ],
        "kind": "boolean",
        "description": "Blank pages divide the document and are left out."
      },
      {
        "name": "by-text",
        "path": [
          "by_text"
        ],
        "kind": "text",
        "description": "A result begins at each page whose text matches this regular expression: `(?i)^invoice no\\. \\d+`. Groups, classes, `|`, `*`, `+`, `?`, `{n,m}`, `^` and `$` (of a line), `\\b`; neither look-around nor references to groups."
      },
      {
        "name": "by-barcode",
        "path": [
          "by_barcode"
        ],
        "kind": "json",
        "description": "Sheets with a barcode divide the document: `{}`, or `{\"pattern\": \"^INVOICE-\"}` for some of them."
      },
      {
        "name": "output",
        "path": [
          "output"
        ],
        "kind": "text",
        "description": "`files`: every result is a file of its own, at most 100; `zip`: one archive of them all.",
        "values": [
          "files",
          "zip"
        ],
        "preset": "files"
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "merge": {
    "type": "merge",
    "path": "merge",
    "summary": "Make one PDF of several files of any kind, with their outlines, links, forms, tags and layers.",
    "takesFile": false,
    "filesParam": "files",
    "endings": [
      "bmp",
      "csv",
      "docx",
      "eml",
      "epub",
      "gif",
      "htm",
      "html",
      "jpe",
      "jpeg",
      "jpg",
      "markdown",
      "md",
      "odp",
      "ods",
      "odt",
      "pdf",
      "png",
      "pptx",
      "rtf",
      "svg",
      "text",
      "tif",
      "tiff",
      "txt",
      "webp",
      "xhtml",
      "xlsx",
      "zip"
    ],
    "options": [
      {
        "name": "outline",
        "path": [
          "outline"
        ],
        "kind": "text",
        "description": "`keep`: the outlines of the files one after the other; `file_names`: an item for each file, with its own outline below; `none`.",
        "values": [
          "keep",
          "file_names",
          "none"
        ],
        "preset": "keep"
      },
      {
        "name": "even-pages",
        "path": [
          "even_pages"
        ],
        "kind": "boolean",
        "description": "After a file with an odd number of pages an empty page is inserted, so that the next begins on a right-hand page.",
        "preset": false
      },
      {
        "name": "collate",
        "path": [
          "collate"
        ],
        "kind": "text",
        "description": "For sheets whose fronts and backs were scanned one after the other. `alternate`: a page of each file in turn; `alternate_reverse`: the same with the second file, and any further one, from its last page to its first, as a stack that was turned over comes out of the scanner. Pages that are left in a longer file come at the end.",
        "values": [
          "none",
          "alternate",
          "alternate_reverse"
        ],
        "preset": "none"
      },
      {
        "name": "toc",
        "path": [
          "toc"
        ],
        "kind": "boolean",
        "description": "A table of contents comes first: the title of each file with the page on which it begins, as a link.",
        "preset": false
      },
      {
        "name": "toc-title",
        "path": [
          "toc_title"
        ],
        "kind": "text",
        "description": "The heading of the table of contents.",
        "preset": "Contents"
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens the encrypted PDFs among the files."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "pages": {
    "type": "pages",
    "path": "pages",
    "summary": "Rotate, delete, reorder, insert, duplicate, crop and resize pages, several on a sheet, or as a booklet.",
    "takesFile": true,
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "steps",
        "path": [
          "steps"
        ],
        "kind": "steps",
        "step": {
          "field": "op",
          "names": [
            "rotate",
            "delete",
            "keep",
            "reorder",
            "move",
            "insert_blank",
            "duplicate",
            "crop",
            "resize",
            "n_up",
            "booklet"
          ]
        },
        "description": "What to do, in this order. Page numbers of a step count the pages that the steps before it left.",
        "required": true
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "flatten": {
    "type": "flatten",
    "path": "flatten",
    "summary": "Make form fields, annotations and layers part of the pages, which look as before.",
    "takesFile": true,
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "what",
        "path": [
          "what"
        ],
        "kind": "words",
        "description": "What becomes part of the pages, as it is shown on screen: `forms`, `annotations` (comments, marks, stamps), `layers`. What is hidden is removed. `links`: removes links, which otherwise stay.",
        "values": [
          "forms",
          "annotations",
          "layers",
          "links"
        ],
        "preset": [
          "forms",
          "annotations",
          "layers"
        ]
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "stamp": {
    "type": "stamp",
    "path": "stamp",
    "summary": "Put watermarks, pictures, pages of another PDF, page and Bates numbers, headers, footers and QR codes on the pages of a PDF. A source may have up to 200 MiB, or what the plan allows where that is less.",
    "takesFile": true,
    "filesParam": "files",
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "marks",
        "path": [
          "marks"
        ],
        "kind": "steps",
        "step": {
          "field": "kind",
          "names": [
            "text",
            "image",
            "pdf",
            "qr_code",
            "page_numbers",
            "bates",
            "header",
            "footer"
          ]
        },
        "description": "What is put on pages, one after the other.",
        "required": true
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens the PDF, and those among `files`."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "protect": {
    "type": "protect",
    "path": "protect",
    "summary": "Encrypt a PDF with AES-256: a password to open it, permissions for those who do not know another. A source may have up to 200 MiB, or what the plan allows where that is less.",
    "takesFile": true,
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "user-password",
        "path": [
          "user_password"
        ],
        "kind": "text",
        "description": "Needed to open the result. Without it, anyone opens it, and only the permissions are bound to the owner password."
      },
      {
        "name": "owner-password",
        "path": [
          "owner_password"
        ],
        "kind": "text",
        "description": "Lifts the permissions. Without it, the user password does, and no permission can be taken away."
      },
      {
        "name": "permissions",
        "path": [
          "permissions"
        ],
        "kind": "json",
        "description": "What may be done without the owner password; all of it where absent."
      },
      {
        "name": "permissions.print",
        "path": [
          "permissions",
          "print"
        ],
        "kind": "text",
        "description": "`low_resolution`: as a picture of the page at 150 dpi.",
        "values": [
          "none",
          "low_resolution",
          "full"
        ],
        "preset": "full"
      },
      {
        "name": "permissions.change",
        "path": [
          "permissions",
          "change"
        ],
        "kind": "text",
        "description": "`assemble`: insert, rotate and delete pages; `fill_forms`: that, and fill and sign fields; `annotate`: that, and comments; `all`: also the content.",
        "values": [
          "none",
          "assemble",
          "fill_forms",
          "annotate",
          "all"
        ],
        "preset": "all"
      },
      {
        "name": "permissions.copy",
        "path": [
          "permissions",
          "copy"
        ],
        "kind": "boolean",
        "description": "Copy text and pictures. Programs that read aloud may always read.",
        "preset": true
      },
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "unlock": {
    "type": "unlock",
    "path": "unlock",
    "summary": "Remove the encryption of a PDF whose password is known. A source may have up to 200 MiB, or what the plan allows where that is less.",
    "takesFile": true,
    "endings": [
      "pdf"
    ],
    "options": [
      {
        "name": "password",
        "path": [
          "password"
        ],
        "kind": "text",
        "description": "The owner password, or the user password of a file without restrictions. Never stored in clear, never returned."
      },
      {
        "name": "on-signature",
        "path": [
          "on_signature"
        ],
        "kind": "text",
        "description": "What to do when the document is signed and the operation would break the signature.",
        "values": [
          "refuse",
          "invalidate"
        ],
        "preset": "refuse"
      },
      {
        "name": "strict",
        "path": [
          "strict"
        ],
        "kind": "boolean",
        "description": "Fail on a damaged document instead of repairing it.",
        "preset": false
      }
    ]
  },
  "pipeline": {
    "type": "pipeline",
    "path": "pipeline",
    "summary": "Run up to eight operations one after the other, on one or several files, in one job.",
    "takesFile": false,
    "filesParam": "files",
    "endings": [
      "bmp",
      "csv",
      "docx",
      "eml",
      "epub",
      "gif",
      "htm",
      "html",
      "jpe",
      "jpeg",
      "jpg",
      "markdown",
      "md",
      "odp",
      "ods",
      "odt",
      "pdf",
      "png",
      "pptx",
      "rtf",
      "svg",
      "text",
      "tif",
      "tiff",
      "txt",
      "webp",
      "xhtml",
      "xlsx",
      "zip"
    ],
    "options": [
      {
        "name": "steps",
        "path": [
          "steps"
        ],
        "kind": "steps",
        "step": {
          "field": "operation",
          "names": [
            "ai_edit",
            "metadata",
            "convert",
            "ocr",
            "compress",
            "split",
            "merge",
            "pages",
            "flatten",
            "stamp",
            "protect",
            "unlock"
          ],
          "inner": "params"
        },
        "description": "One after the other, each on the results of the one before: on each file by itself, and `merge` on all of them (without its `files`). At most 100 files go from one step to the next. Each step counts as a job for the plan’s monthly quota.",
        "required": true
      }
    ]
  }
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationType = keyof typeof OPERATIONS;
