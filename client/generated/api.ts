// Printed by `npm run client:generate` from docs/openapi.json.
// 906c1bf98f512cffcf2a4323479c87313515c7d5b025ad0ff5df7e56e5dfb59f
/* eslint-disable */

/** Any other text: more values may be added. */
export type Other = string & {};

export interface components {
    schemas: {
        AcceptedJob: {
            job_id: string;
            /** @constant */
            status: "queued";
            /** @enum {string} */
            type: "ai_edit" | "metadata" | "convert" | "ocr" | "compress" | "split" | "merge" | "pages" | "flatten" | "stamp" | "protect" | "unlock" | "pipeline";
            file_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
        };
        /** @description Edit the content of a PDF from an instruction in natural language. */
        AiEditJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "ai_edit";
            params: components["schemas"]["AiEditParams"];
            report?: components["schemas"]["AiEditReport"];
            /** @description Of this operation: `fields_not_calculated`, `pages_not_compared`, `place_inferred`, `text_made_smaller`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ai_edit";
        };
        AiEditJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description What to do, in your own words, in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese or Japanese: “Replace "Acme Ltd" with "Acme GmbH" on pages 2-3, then delete the last page.”
             * @example Add page numbers, then rotate page 1 by 90 degrees
             */
            instruction?: string;
            /** @description A ready plan, from your own model or changed after a dry run; it is checked like any other. When an instruction is given too, the plan must follow from it. */
            plan?: components["schemas"]["EditPlan"] | {
                operations: ({
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "replace_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @description What to do when the new text is longer than the old. `shrink`: the lines of the paragraph are broken anew, then set up to 3 % tighter, then free room beside or below is taken, then the new text is made smaller, to 90 % at least, with a warning; otherwise the edit is refused. `reflow`: the same, but never smaller. `error`: only other line breaks. `overflow`: it may pass its place.
                     * @default shrink
                     * @enum {string}
                     */
                    fit?: "shrink" | "reflow" | "error" | "overflow";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description What goes: the matched words, or the whole line, list item, table row or paragraph that they stand in; what is below it in its column moves up.
                     * @default text
                     * @enum {string}
                     */
                    as?: "text" | "line" | "list_item" | "row" | "paragraph";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description On which side of the matched text the new text goes: on its line, or above or below the unit that it stands in.
                     * @enum {string}
                     */
                    place: "before" | "after";
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. The cells of a row, from the left, are separated by ` | `; a list item is written without its mark. */
                    value: string;
                    /**
                     * @description What the new text is: words on the line of the match, or a line, list item, table row or paragraph of its own in the style of the one that holds the match; what is below it in its column moves down, as far as there is room.
                     * @default text
                     * @enum {string}
                     */
                    as?: "text" | "line" | "list_item" | "row" | "paragraph";
                    /** @description A text above or below whose edge the new one gets, on the line of the match: values under each other behind their labels. */
                    in_line_with?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "restyle_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                    /** @description The new size: in points, or in % of the old one. */
                    size?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "%";
                    };
                    /** @description In the bold face of its family, or a substitute for it; `false`: in the regular one. */
                    bold?: boolean;
                    italic?: boolean;
                    /**
                     * @description In another kind of face, which is embedded: with serifs, without, or monospaced.
                     * @enum {string}
                     */
                    family?: "serif" | "sans" | "mono";
                    /**
                     * @description How the paragraph that the text stands in is set; its words stay on their lines. Not together with another change.
                     * @enum {string}
                     */
                    align?: "left" | "center" | "right" | "justify";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "restyle_box";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description Of the box that the matched text stands in, or of all boxes of its table row.
                     * @default cell
                     * @enum {string}
                     */
                    as?: "cell" | "row";
                    /** @description The new colour of what is filled in behind the text. */
                    ground?: string;
                    /** @description The new colour of the lines around the text, or `none`: they go, and the text stays. */
                    frame?: string | "none";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "redact";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default ignore
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "highlight";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #ffff00
                     */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "replace_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                    /**
                     * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                     * @default only
                     */
                    with?: "only" | number;
                    /**
                     * @description How it fills the place of the old one: whole inside it, covering it and cropped, or stretched out of proportion.
                     * @default contain
                     * @enum {string}
                     */
                    fit?: "contain" | "cover" | "stretch";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_drawing";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which drawing of the page: the only one, the largest, or its number, from the largest to the smallest.
                     * @default only
                     */
                    drawing?: ("only" | "largest") | number;
                    /**
                     * @description The text in it goes too.
                     * @default false
                     */
                    with_text?: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "move_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                    /**
                     * @description On its page.
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description From where it is, instead of `position`; what is printed there is in its way. */
                    by?: {
                        /** @enum {string} */
                        direction: "left" | "right" | "up" | "down";
                        /** @description A length; `%` is of the side of the page. */
                        distance: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "resize_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                    /** @description Of its size; its middle stays where it is. */
                    percent: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                     * @default only
                     */
                    with?: "only" | number;
                    /**
                     * @default top_right
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /** @description Put beside a text or a picture of the page, instead of `position`. */
                    anchor?: {
                        /** @enum {string} */
                        place: "above" | "below" | "left" | "right";
                        match?: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        image?: ("only" | "all" | "largest") | number;
                    };
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description Without it as large as a logo usually is. */
                    width?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "underline";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "strike";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "set_link";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description Begins with `http:`, `https:`, `mailto:` or `tel:`. */
                    url?: string;
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "add_note";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "rotate_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /** @description Clockwise, added to the present rotation. */
                    degrees: 90 | 180 | 270;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "keep_pages";
                    /** @description Pages to keep, in this order; all others are deleted. */
                    pages: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "move_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /** @enum {string} */
                    place: "before" | "after";
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "duplicate_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /**
                     * @description How many copies to add, each directly after its original.
                     * @default 1
                     */
                    copies?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_blank_page";
                    /** @enum {string} */
                    place: "before" | "after";
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page: number;
                    /** @default 1 */
                    count?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "crop";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description A length; `%` is of the side of the page. */
                    top?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    right?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    bottom?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    left?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "watermark_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #808080
                     */
                    color?: string;
                    /** @default 0.3 */
                    opacity?: number;
                    /**
                     * @description Degrees, counterclockwise.
                     * @default 45
                     */
                    angle?: number;
                    /** @description Without it the text fills the page. */
                    font_size_pt?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "stamp";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @default top_right
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /** @description Put beside a text or a picture of the page, instead of `position`. */
                    anchor?: {
                        /** @enum {string} */
                        place: "above" | "below" | "left" | "right";
                        match?: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        image?: ("only" | "all" | "largest") | number;
                    };
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #000000
                     */
                    color?: string;
                    /** @default 12 */
                    font_size_pt?: number;
                    /** @default false */
                    bold?: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "page_numbers";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default bottom_center
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description `{n}` is the number, `{total}` the number of pages.
                     * @default {n}
                     */
                    format?: string;
                    /** @default 1 */
                    start?: number;
                    /** @default 10 */
                    font_size_pt?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "header_footer";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @enum {string} */
                    area: "header" | "footer";
                    /**
                     * @default center
                     * @enum {string}
                     */
                    align?: "left" | "center" | "right";
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /** @default 10 */
                    font_size_pt?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "set_metadata";
                    /** @enum {string} */
                    field: "title" | "author" | "subject" | "keywords";
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_metadata";
                    /** @default all */
                    fields?: "all" | ("title" | "author" | "subject" | "keywords")[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "fill_field";
                    /** @description The name or label of a form field. */
                    field: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "check_field";
                    field: string;
                    /** @default true */
                    checked?: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "clear_fields";
                    /** @default all */
                    fields?: "all" | string[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "flatten_forms";
                    /** @description Only these fields; without it the whole form. */
                    fields?: string[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "flatten_annotations";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Links and form fields are no annotations here.
                     * @default all
                     * @enum {string}
                     */
                    kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_annotations";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default all
                     * @enum {string}
                     */
                    kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                    /** @description Only those of this author. */
                    author?: string;
                    /** @description Only those of about this colour. */
                    color?: string;
                    /** @description Only those that say this, or lie over it. */
                    text?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_links";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description Only links to this address. */
                    url?: string;
                    /** @description Only links over this text. */
                    text?: string;
                    /**
                     * @description The links stay; only the frames around them go.
                     * @default false
                     */
                    borders_only?: boolean;
                })[];
                /** @description Parts of the instruction that no operation can do, each with the reason. */
                unresolved: {
                    text: string;
                    reason: string;
                }[];
            };
            /** @description The `report.plan_id` of a dry run on the same file, not older than 24 hours. */
            plan_id?: string;
            /** @description Pictures (JPEG or PNG) that the instruction refers to: the first one is image 1. */
            images?: {
                file_id: string;
            }[];
            /**
             * @description Answer with the plan and where its targets are, without an edited file.
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Carry out what is possible instead of failing the whole job: a part that is not found, cannot be written or fails verification is left out and reported in `skipped`. A redaction is carried out whole or not at all.
             * @default false
             */
            allow_partial?: boolean;
            /**
             * @default pdf
             * @constant
             */
            output_format?: "pdf";
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        AiEditParams: {
            /**
             * @description What to do, in your own words, in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese or Japanese: “Replace "Acme Ltd" with "Acme GmbH" on pages 2-3, then delete the last page.”
             * @example Add page numbers, then rotate page 1 by 90 degrees
             */
            instruction?: string;
            /** @description A ready plan, from your own model or changed after a dry run; it is checked like any other. When an instruction is given too, the plan must follow from it. */
            plan?: components["schemas"]["EditPlan"] | {
                operations: ({
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "replace_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @description What to do when the new text is longer than the old. `shrink`: the lines of the paragraph are broken anew, then set up to 3 % tighter, then free room beside or below is taken, then the new text is made smaller, to 90 % at least, with a warning; otherwise the edit is refused. `reflow`: the same, but never smaller. `error`: only other line breaks. `overflow`: it may pass its place.
                     * @default shrink
                     * @enum {string}
                     */
                    fit?: "shrink" | "reflow" | "error" | "overflow";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description What goes: the matched words, or the whole line, list item, table row or paragraph that they stand in; what is below it in its column moves up.
                     * @default text
                     * @enum {string}
                     */
                    as?: "text" | "line" | "list_item" | "row" | "paragraph";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description On which side of the matched text the new text goes: on its line, or above or below the unit that it stands in.
                     * @enum {string}
                     */
                    place: "before" | "after";
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. The cells of a row, from the left, are separated by ` | `; a list item is written without its mark. */
                    value: string;
                    /**
                     * @description What the new text is: words on the line of the match, or a line, list item, table row or paragraph of its own in the style of the one that holds the match; what is below it in its column moves down, as far as there is room.
                     * @default text
                     * @enum {string}
                     */
                    as?: "text" | "line" | "list_item" | "row" | "paragraph";
                    /** @description A text above or below whose edge the new one gets, on the line of the match: values under each other behind their labels. */
                    in_line_with?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "restyle_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                    /** @description The new size: in points, or in % of the old one. */
                    size?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "%";
                    };
                    /** @description In the bold face of its family, or a substitute for it; `false`: in the regular one. */
                    bold?: boolean;
                    italic?: boolean;
                    /**
                     * @description In another kind of face, which is embedded: with serifs, without, or monospaced.
                     * @enum {string}
                     */
                    family?: "serif" | "sans" | "mono";
                    /**
                     * @description How the paragraph that the text stands in is set; its words stay on their lines. Not together with another change.
                     * @enum {string}
                     */
                    align?: "left" | "center" | "right" | "justify";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "restyle_box";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description Of the box that the matched text stands in, or of all boxes of its table row.
                     * @default cell
                     * @enum {string}
                     */
                    as?: "cell" | "row";
                    /** @description The new colour of what is filled in behind the text. */
                    ground?: string;
                    /** @description The new colour of the lines around the text, or `none`: they go, and the text stays. */
                    frame?: string | "none";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "redact";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default ignore
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "highlight";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #ffff00
                     */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "replace_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                    /**
                     * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                     * @default only
                     */
                    with?: "only" | number;
                    /**
                     * @description How it fills the place of the old one: whole inside it, covering it and cropped, or stretched out of proportion.
                     * @default contain
                     * @enum {string}
                     */
                    fit?: "contain" | "cover" | "stretch";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_drawing";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which drawing of the page: the only one, the largest, or its number, from the largest to the smallest.
                     * @default only
                     */
                    drawing?: ("only" | "largest") | number;
                    /**
                     * @description The text in it goes too.
                     * @default false
                     */
                    with_text?: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "move_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                    /**
                     * @description On its page.
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description From where it is, instead of `position`; what is printed there is in its way. */
                    by?: {
                        /** @enum {string} */
                        direction: "left" | "right" | "up" | "down";
                        /** @description A length; `%` is of the side of the page. */
                        distance: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "resize_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image?: ("only" | "all" | "largest") | number;
                    /** @description Of its size; its middle stays where it is. */
                    percent: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                     * @default only
                     */
                    with?: "only" | number;
                    /**
                     * @default top_right
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /** @description Put beside a text or a picture of the page, instead of `position`. */
                    anchor?: {
                        /** @enum {string} */
                        place: "above" | "below" | "left" | "right";
                        match?: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        image?: ("only" | "all" | "largest") | number;
                    };
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description Without it as large as a logo usually is. */
                    width?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "underline";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "strike";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "set_link";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description Begins with `http:`, `https:`, `mailto:` or `tel:`. */
                    url?: string;
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "add_note";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "rotate_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /** @description Clockwise, added to the present rotation. */
                    degrees: 90 | 180 | 270;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "keep_pages";
                    /** @description Pages to keep, in this order; all others are deleted. */
                    pages: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "move_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /** @enum {string} */
                    place: "before" | "after";
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "duplicate_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /**
                     * @description How many copies to add, each directly after its original.
                     * @default 1
                     */
                    copies?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_blank_page";
                    /** @enum {string} */
                    place: "before" | "after";
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page: number;
                    /** @default 1 */
                    count?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "crop";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description A length; `%` is of the side of the page. */
                    top?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    right?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    bottom?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    left?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "watermark_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #808080
                     */
                    color?: string;
                    /** @default 0.3 */
                    opacity?: number;
                    /**
                     * @description Degrees, counterclockwise.
                     * @default 45
                     */
                    angle?: number;
                    /** @description Without it the text fills the page. */
                    font_size_pt?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "stamp";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @default top_right
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /** @description Put beside a text or a picture of the page, instead of `position`. */
                    anchor?: {
                        /** @enum {string} */
                        place: "above" | "below" | "left" | "right";
                        match?: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        image?: ("only" | "all" | "largest") | number;
                    };
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #000000
                     */
                    color?: string;
                    /** @default 12 */
                    font_size_pt?: number;
                    /** @default false */
                    bold?: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "page_numbers";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default bottom_center
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description `{n}` is the number, `{total}` the number of pages.
                     * @default {n}
                     */
                    format?: string;
                    /** @default 1 */
                    start?: number;
                    /** @default 10 */
                    font_size_pt?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "header_footer";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @enum {string} */
                    area: "header" | "footer";
                    /**
                     * @default center
                     * @enum {string}
                     */
                    align?: "left" | "center" | "right";
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /** @default 10 */
                    font_size_pt?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "set_metadata";
                    /** @enum {string} */
                    field: "title" | "author" | "subject" | "keywords";
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_metadata";
                    /** @default all */
                    fields?: "all" | ("title" | "author" | "subject" | "keywords")[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "fill_field";
                    /** @description The name or label of a form field. */
                    field: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "check_field";
                    field: string;
                    /** @default true */
                    checked?: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "clear_fields";
                    /** @default all */
                    fields?: "all" | string[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "flatten_forms";
                    /** @description Only these fields; without it the whole form. */
                    fields?: string[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "flatten_annotations";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Links and form fields are no annotations here.
                     * @default all
                     * @enum {string}
                     */
                    kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_annotations";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default all
                     * @enum {string}
                     */
                    kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                    /** @description Only those of this author. */
                    author?: string;
                    /** @description Only those of about this colour. */
                    color?: string;
                    /** @description Only those that say this, or lie over it. */
                    text?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_links";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description Only links to this address. */
                    url?: string;
                    /** @description Only links over this text. */
                    text?: string;
                    /**
                     * @description The links stay; only the frames around them go.
                     * @default false
                     */
                    borders_only?: boolean;
                })[];
                /** @description Parts of the instruction that no operation can do, each with the reason. */
                unresolved: {
                    text: string;
                    reason: string;
                }[];
            };
            /** @description The `report.plan_id` of a dry run on the same file, not older than 24 hours. */
            plan_id?: string;
            /** @description Pictures (JPEG or PNG) that the instruction refers to: the first one is image 1. */
            images?: {
                file_id: string;
            }[];
            /**
             * @description Answer with the plan and where its targets are, without an edited file.
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Carry out what is possible instead of failing the whole job: a part that is not found, cannot be written or fails verification is left out and reported in `skipped`. A redaction is carried out whole or not at all.
             * @default false
             */
            allow_partial?: boolean;
            /**
             * @default pdf
             * @constant
             */
            output_format?: "pdf";
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        AiEditReport: {
            /** @description What read the instruction. */
            planner: {
                /** @description Today one of `grammar`, `llm`. */
                kind: "grammar" | "llm" | Other;
                version?: string;
            } & {
                [key: string]: unknown;
            };
            /** @description What was to be done; as `plan` of another job it does the same. */
            plan: {
                operations: ({
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "replace_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @description What to do when the new text is longer than the old. `shrink`: the lines of the paragraph are broken anew, then set up to 3 % tighter, then free room beside or below is taken, then the new text is made smaller, to 90 % at least, with a warning; otherwise the edit is refused. `reflow`: the same, but never smaller. `error`: only other line breaks. `overflow`: it may pass its place.
                     * @default shrink
                     * @enum {string}
                     */
                    fit: "shrink" | "reflow" | "error" | "overflow";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description What goes: the matched words, or the whole line, list item, table row or paragraph that they stand in; what is below it in its column moves up.
                     * @default text
                     * @enum {string}
                     */
                    as: "text" | "line" | "list_item" | "row" | "paragraph";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description On which side of the matched text the new text goes: on its line, or above or below the unit that it stands in.
                     * @enum {string}
                     */
                    place: "before" | "after";
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. The cells of a row, from the left, are separated by ` | `; a list item is written without its mark. */
                    value: string;
                    /**
                     * @description What the new text is: words on the line of the match, or a line, list item, table row or paragraph of its own in the style of the one that holds the match; what is below it in its column moves down, as far as there is room.
                     * @default text
                     * @enum {string}
                     */
                    as: "text" | "line" | "list_item" | "row" | "paragraph";
                    /** @description A text above or below whose edge the new one gets, on the line of the match: values under each other behind their labels. */
                    in_line_with?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "restyle_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                    /** @description The new size: in points, or in % of the old one. */
                    size?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "%";
                    };
                    /** @description In the bold face of its family, or a substitute for it; `false`: in the regular one. */
                    bold?: boolean;
                    italic?: boolean;
                    /**
                     * @description In another kind of face, which is embedded: with serifs, without, or monospaced.
                     * @enum {string}
                     */
                    family?: "serif" | "sans" | "mono";
                    /**
                     * @description How the paragraph that the text stands in is set; its words stay on their lines. Not together with another change.
                     * @enum {string}
                     */
                    align?: "left" | "center" | "right" | "justify";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "restyle_box";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description Of the box that the matched text stands in, or of all boxes of its table row.
                     * @default cell
                     * @enum {string}
                     */
                    as: "cell" | "row";
                    /** @description The new colour of what is filled in behind the text. */
                    ground?: string;
                    /** @description The new colour of the lines around the text, or `none`: they go, and the text stays. */
                    frame?: string | "none";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "redact";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default ignore
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "highlight";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #ffff00
                     */
                    color: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "replace_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image: ("only" | "all" | "largest") | number;
                    /**
                     * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                     * @default only
                     */
                    with: "only" | number;
                    /**
                     * @description How it fills the place of the old one: whole inside it, covering it and cropped, or stretched out of proportion.
                     * @default contain
                     * @enum {string}
                     */
                    fit: "contain" | "cover" | "stretch";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image: ("only" | "all" | "largest") | number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_drawing";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description Which drawing of the page: the only one, the largest, or its number, from the largest to the smallest.
                     * @default only
                     */
                    drawing: ("only" | "largest") | number;
                    /**
                     * @description The text in it goes too.
                     * @default false
                     */
                    with_text: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "move_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image: ("only" | "all" | "largest") | number;
                    /**
                     * @description On its page.
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description From where it is, instead of `position`; what is printed there is in its way. */
                    by?: {
                        /** @enum {string} */
                        direction: "left" | "right" | "up" | "down";
                        /** @description A length; `%` is of the side of the page. */
                        distance: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "resize_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                     * @default only
                     */
                    image: ("only" | "all" | "largest") | number;
                    /** @description Of its size; its middle stays where it is. */
                    percent: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_image";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                     * @default only
                     */
                    with: "only" | number;
                    /**
                     * @default top_right
                     * @enum {string}
                     */
                    position: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /** @description Put beside a text or a picture of the page, instead of `position`. */
                    anchor?: {
                        /** @enum {string} */
                        place: "above" | "below" | "left" | "right";
                        match?: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case: "exact" | "ignore";
                            /** @default false */
                            whole_word: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect: {
                                /** @default 1 */
                                min: number;
                                max?: number;
                            };
                        };
                        image?: ("only" | "all" | "largest") | number;
                    };
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description Without it as large as a logo usually is. */
                    width?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "underline";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "strike";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /** @description sRGB, such as `#ff0000`. */
                    color?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "set_link";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /** @description Begins with `http:`, `https:`, `mailto:` or `tel:`. */
                    url?: string;
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "add_note";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    match: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case: "exact" | "ignore";
                        /** @default false */
                        whole_word: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect: {
                            /** @default 1 */
                            min: number;
                            max?: number;
                        };
                    };
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "rotate_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /** @description Clockwise, added to the present rotation. */
                    degrees: 90 | 180 | 270;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "delete_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "keep_pages";
                    /** @description Pages to keep, in this order; all others are deleted. */
                    pages: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "move_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /** @enum {string} */
                    place: "before" | "after";
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "duplicate_pages";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /**
                     * @description How many copies to add, each directly after its original.
                     * @default 1
                     */
                    copies: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "insert_blank_page";
                    /** @enum {string} */
                    place: "before" | "after";
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    page: number;
                    /** @default 1 */
                    count: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "crop";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /** @description A length; `%` is of the side of the page. */
                    top?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    right?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    bottom?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /** @description A length; `%` is of the side of the page. */
                    left?: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "watermark_text";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #808080
                     */
                    color: string;
                    /** @default 0.3 */
                    opacity: number;
                    /**
                     * @description Degrees, counterclockwise.
                     * @default 45
                     */
                    angle: number;
                    /** @description Without it the text fills the page. */
                    font_size_pt?: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "stamp";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /**
                     * @default top_right
                     * @enum {string}
                     */
                    position: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /** @description Put beside a text or a picture of the page, instead of `position`. */
                    anchor?: {
                        /** @enum {string} */
                        place: "above" | "below" | "left" | "right";
                        match?: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case: "exact" | "ignore";
                            /** @default false */
                            whole_word: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect: {
                                /** @default 1 */
                                min: number;
                                max?: number;
                            };
                        };
                        image?: ("only" | "all" | "largest") | number;
                    };
                    /**
                     * @description A length; `%` is of the side of the page.
                     * @default {
                     *       "value": 36,
                     *       "unit": "pt"
                     *     }
                     */
                    margin: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #000000
                     */
                    color: string;
                    /** @default 12 */
                    font_size_pt: number;
                    /** @default false */
                    bold: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "page_numbers";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @default bottom_center
                     * @enum {string}
                     */
                    position: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description `{n}` is the number, `{total}` the number of pages.
                     * @default {n}
                     */
                    format: string;
                    /** @default 1 */
                    start: number;
                    /** @default 10 */
                    font_size_pt: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "header_footer";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /** @enum {string} */
                    area: "header" | "footer";
                    /**
                     * @default center
                     * @enum {string}
                     */
                    align: "left" | "center" | "right";
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                    /** @default 10 */
                    font_size_pt: number;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "set_metadata";
                    /** @enum {string} */
                    field: "title" | "author" | "subject" | "keywords";
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_metadata";
                    /** @default all */
                    fields: "all" | ("title" | "author" | "subject" | "keywords")[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "fill_field";
                    /** @description The name or label of a form field. */
                    field: string;
                    /** @description The text to write, word for word as in the instruction. */
                    value: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "check_field";
                    field: string;
                    /** @default true */
                    checked: boolean;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "clear_fields";
                    /** @default all */
                    fields: "all" | string[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "flatten_forms";
                    /** @description Only these fields; without it the whole form. */
                    fields?: string[];
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "flatten_annotations";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @description Links and form fields are no annotations here.
                     * @default all
                     * @enum {string}
                     */
                    kind: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_annotations";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /**
                     * @default all
                     * @enum {string}
                     */
                    kind: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                    /** @description Only those of this author. */
                    author?: string;
                    /** @description Only those of about this colour. */
                    color?: string;
                    /** @description Only those that say this, or lie over it. */
                    text?: string;
                } | {
                    id: string;
                    /** @description The part of the instruction that asks for this, word for word. */
                    because: string;
                    /** @constant */
                    op: "remove_links";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages: string;
                    /** @description Only links to this address. */
                    url?: string;
                    /** @description Only links over this text. */
                    text?: string;
                    /**
                     * @description The links stay; only the frames around them go.
                     * @default false
                     */
                    borders_only: boolean;
                })[];
            } & {
                [key: string]: unknown;
            };
            /** @description Of a dry run: names this plan for 24 hours. */
            plan_id?: string;
            /** @description Of a dry run: where the targets are. */
            matches?: {
                [key: string]: unknown;
            }[];
            matches_total?: number;
            /** @description Each change with its place, in the order of the plan. */
            changes?: ({
                operation: string;
                op: string;
                page?: number;
                before?: string;
                after?: string;
            } & {
                [key: string]: unknown;
            })[];
            changes_total?: number;
            /** @description What was left out, and why. */
            skipped: ({
                operation: string;
                reason: string;
                message: string;
            } & {
                [key: string]: unknown;
            })[];
            summary: string;
            /** @description How far new text looks like the old: fonts kept and replaced, characters missing. */
            fidelity?: {
                [key: string]: unknown;
            };
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification?: {
                [key: string]: unknown;
            };
            /** @description Which kinds of records the document is. */
            records?: string[];
            /** @description Of a redaction: spellings of its text that remain. */
            other_spellings?: {
                [key: string]: unknown;
            }[];
            /** @description What a language model was asked, if one was. */
            model?: {
                [key: string]: unknown;
            };
        };
        AiEditStep: {
            /** @constant */
            operation: "ai_edit";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description What to do, in your own words, in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese or Japanese: “Replace "Acme Ltd" with "Acme GmbH" on pages 2-3, then delete the last page.”
                 * @example Add page numbers, then rotate page 1 by 90 degrees
                 */
                instruction?: string;
                /** @description A ready plan, from your own model or changed after a dry run; it is checked like any other. When an instruction is given too, the plan must follow from it. */
                plan?: components["schemas"]["EditPlan"] | {
                    operations: ({
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "replace_text";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /** @description The text to write, word for word as in the instruction. */
                        value: string;
                        /**
                         * @description What to do when the new text is longer than the old. `shrink`: the lines of the paragraph are broken anew, then set up to 3 % tighter, then free room beside or below is taken, then the new text is made smaller, to 90 % at least, with a warning; otherwise the edit is refused. `reflow`: the same, but never smaller. `error`: only other line breaks. `overflow`: it may pass its place.
                         * @default shrink
                         * @enum {string}
                         */
                        fit?: "shrink" | "reflow" | "error" | "overflow";
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "delete_text";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /**
                         * @description What goes: the matched words, or the whole line, list item, table row or paragraph that they stand in; what is below it in its column moves up.
                         * @default text
                         * @enum {string}
                         */
                        as?: "text" | "line" | "list_item" | "row" | "paragraph";
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "insert_text";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description On which side of the matched text the new text goes: on its line, or above or below the unit that it stands in.
                         * @enum {string}
                         */
                        place: "before" | "after";
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /** @description The text to write, word for word as in the instruction. The cells of a row, from the left, are separated by ` | `; a list item is written without its mark. */
                        value: string;
                        /**
                         * @description What the new text is: words on the line of the match, or a line, list item, table row or paragraph of its own in the style of the one that holds the match; what is below it in its column moves down, as far as there is room.
                         * @default text
                         * @enum {string}
                         */
                        as?: "text" | "line" | "list_item" | "row" | "paragraph";
                        /** @description A text above or below whose edge the new one gets, on the line of the match: values under each other behind their labels. */
                        in_line_with?: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "restyle_text";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /** @description sRGB, such as `#ff0000`. */
                        color?: string;
                        /** @description The new size: in points, or in % of the old one. */
                        size?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "%";
                        };
                        /** @description In the bold face of its family, or a substitute for it; `false`: in the regular one. */
                        bold?: boolean;
                        italic?: boolean;
                        /**
                         * @description In another kind of face, which is embedded: with serifs, without, or monospaced.
                         * @enum {string}
                         */
                        family?: "serif" | "sans" | "mono";
                        /**
                         * @description How the paragraph that the text stands in is set; its words stay on their lines. Not together with another change.
                         * @enum {string}
                         */
                        align?: "left" | "center" | "right" | "justify";
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "restyle_box";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /**
                         * @description Of the box that the matched text stands in, or of all boxes of its table row.
                         * @default cell
                         * @enum {string}
                         */
                        as?: "cell" | "row";
                        /** @description The new colour of what is filled in behind the text. */
                        ground?: string;
                        /** @description The new colour of the lines around the text, or `none`: they go, and the text stays. */
                        frame?: string | "none";
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "redact";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default ignore
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "highlight";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /**
                         * @description sRGB, such as `#ff0000`.
                         * @default #ffff00
                         */
                        color?: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "replace_image";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                         * @default only
                         */
                        image?: ("only" | "all" | "largest") | number;
                        /**
                         * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                         * @default only
                         */
                        with?: "only" | number;
                        /**
                         * @description How it fills the place of the old one: whole inside it, covering it and cropped, or stretched out of proportion.
                         * @default contain
                         * @enum {string}
                         */
                        fit?: "contain" | "cover" | "stretch";
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "delete_image";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                         * @default only
                         */
                        image?: ("only" | "all" | "largest") | number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "delete_drawing";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description Which drawing of the page: the only one, the largest, or its number, from the largest to the smallest.
                         * @default only
                         */
                        drawing?: ("only" | "largest") | number;
                        /**
                         * @description The text in it goes too.
                         * @default false
                         */
                        with_text?: boolean;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "move_image";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                         * @default only
                         */
                        image?: ("only" | "all" | "largest") | number;
                        /**
                         * @description On its page.
                         * @enum {string}
                         */
                        position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                        /**
                         * @description A length; `%` is of the side of the page.
                         * @default {
                         *       "value": 36,
                         *       "unit": "pt"
                         *     }
                         */
                        margin?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                        /** @description From where it is, instead of `position`; what is printed there is in its way. */
                        by?: {
                            /** @enum {string} */
                            direction: "left" | "right" | "up" | "down";
                            /** @description A length; `%` is of the side of the page. */
                            distance: {
                                value: number;
                                /** @enum {string} */
                                unit: "pt" | "mm" | "cm" | "in" | "%";
                            };
                        };
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "resize_image";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                         * @default only
                         */
                        image?: ("only" | "all" | "largest") | number;
                        /** @description Of its size; its middle stays where it is. */
                        percent: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "insert_image";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                         * @default only
                         */
                        with?: "only" | number;
                        /**
                         * @default top_right
                         * @enum {string}
                         */
                        position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                        /** @description Put beside a text or a picture of the page, instead of `position`. */
                        anchor?: {
                            /** @enum {string} */
                            place: "above" | "below" | "left" | "right";
                            match?: {
                                /** @description Literal text to find. */
                                text?: string;
                                /**
                                 * @description A class of text to find, instead of `text`.
                                 * @enum {string}
                                 */
                                pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                                /**
                                 * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                                 * @default exact
                                 * @enum {string}
                                 */
                                case?: "exact" | "ignore";
                                /** @default false */
                                whole_word?: boolean;
                                /**
                                 * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                                 * @default all
                                 */
                                occurrence?: "all" | number;
                                /**
                                 * @description How many matches there must be before `occurrence` chooses among them.
                                 * @default {
                                 *       "min": 1
                                 *     }
                                 */
                                expect?: {
                                    /** @default 1 */
                                    min?: number;
                                    max?: number;
                                };
                            };
                            image?: ("only" | "all" | "largest") | number;
                        };
                        /**
                         * @description A length; `%` is of the side of the page.
                         * @default {
                         *       "value": 36,
                         *       "unit": "pt"
                         *     }
                         */
                        margin?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                        /** @description Without it as large as a logo usually is. */
                        width?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "underline";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /** @description sRGB, such as `#ff0000`. */
                        color?: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "strike";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /** @description sRGB, such as `#ff0000`. */
                        color?: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "set_link";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /** @description Begins with `http:`, `https:`, `mailto:` or `tel:`. */
                        url?: string;
                        /** @description A page: from 1, or negative from the end (-1 is the last). */
                        page?: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "add_note";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        match: {
                            /** @description Literal text to find. */
                            text?: string;
                            /**
                             * @description A class of text to find, instead of `text`.
                             * @enum {string}
                             */
                            pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                            /**
                             * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                             * @default exact
                             * @enum {string}
                             */
                            case?: "exact" | "ignore";
                            /** @default false */
                            whole_word?: boolean;
                            /**
                             * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                             * @default all
                             */
                            occurrence?: "all" | number;
                            /**
                             * @description How many matches there must be before `occurrence` chooses among them.
                             * @default {
                             *       "min": 1
                             *     }
                             */
                            expect?: {
                                /** @default 1 */
                                min?: number;
                                max?: number;
                            };
                        };
                        /** @description The text to write, word for word as in the instruction. */
                        value: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "rotate_pages";
                        /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                        pages: string;
                        /** @description Clockwise, added to the present rotation. */
                        degrees: 90 | 180 | 270;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "delete_pages";
                        /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                        pages: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "keep_pages";
                        /** @description Pages to keep, in this order; all others are deleted. */
                        pages: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "move_pages";
                        /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                        pages: string;
                        /** @enum {string} */
                        place: "before" | "after";
                        /** @description A page: from 1, or negative from the end (-1 is the last). */
                        page: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "duplicate_pages";
                        /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                        pages: string;
                        /**
                         * @description How many copies to add, each directly after its original.
                         * @default 1
                         */
                        copies?: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "insert_blank_page";
                        /** @enum {string} */
                        place: "before" | "after";
                        /** @description A page: from 1, or negative from the end (-1 is the last). */
                        page: number;
                        /** @default 1 */
                        count?: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "crop";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /** @description A length; `%` is of the side of the page. */
                        top?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                        /** @description A length; `%` is of the side of the page. */
                        right?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                        /** @description A length; `%` is of the side of the page. */
                        bottom?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                        /** @description A length; `%` is of the side of the page. */
                        left?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "watermark_text";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /** @description The text to write, word for word as in the instruction. */
                        value: string;
                        /**
                         * @description sRGB, such as `#ff0000`.
                         * @default #808080
                         */
                        color?: string;
                        /** @default 0.3 */
                        opacity?: number;
                        /**
                         * @description Degrees, counterclockwise.
                         * @default 45
                         */
                        angle?: number;
                        /** @description Without it the text fills the page. */
                        font_size_pt?: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "stamp";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /** @description The text to write, word for word as in the instruction. */
                        value: string;
                        /**
                         * @default top_right
                         * @enum {string}
                         */
                        position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                        /** @description Put beside a text or a picture of the page, instead of `position`. */
                        anchor?: {
                            /** @enum {string} */
                            place: "above" | "below" | "left" | "right";
                            match?: {
                                /** @description Literal text to find. */
                                text?: string;
                                /**
                                 * @description A class of text to find, instead of `text`.
                                 * @enum {string}
                                 */
                                pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                                /**
                                 * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                                 * @default exact
                                 * @enum {string}
                                 */
                                case?: "exact" | "ignore";
                                /** @default false */
                                whole_word?: boolean;
                                /**
                                 * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                                 * @default all
                                 */
                                occurrence?: "all" | number;
                                /**
                                 * @description How many matches there must be before `occurrence` chooses among them.
                                 * @default {
                                 *       "min": 1
                                 *     }
                                 */
                                expect?: {
                                    /** @default 1 */
                                    min?: number;
                                    max?: number;
                                };
                            };
                            image?: ("only" | "all" | "largest") | number;
                        };
                        /**
                         * @description A length; `%` is of the side of the page.
                         * @default {
                         *       "value": 36,
                         *       "unit": "pt"
                         *     }
                         */
                        margin?: {
                            value: number;
                            /** @enum {string} */
                            unit: "pt" | "mm" | "cm" | "in" | "%";
                        };
                        /**
                         * @description sRGB, such as `#ff0000`.
                         * @default #000000
                         */
                        color?: string;
                        /** @default 12 */
                        font_size_pt?: number;
                        /** @default false */
                        bold?: boolean;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "page_numbers";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @default bottom_center
                         * @enum {string}
                         */
                        position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                        /**
                         * @description `{n}` is the number, `{total}` the number of pages.
                         * @default {n}
                         */
                        format?: string;
                        /** @default 1 */
                        start?: number;
                        /** @default 10 */
                        font_size_pt?: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "header_footer";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /** @enum {string} */
                        area: "header" | "footer";
                        /**
                         * @default center
                         * @enum {string}
                         */
                        align?: "left" | "center" | "right";
                        /** @description The text to write, word for word as in the instruction. */
                        value: string;
                        /** @default 10 */
                        font_size_pt?: number;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "set_metadata";
                        /** @enum {string} */
                        field: "title" | "author" | "subject" | "keywords";
                        /** @description The text to write, word for word as in the instruction. */
                        value: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "remove_metadata";
                        /** @default all */
                        fields?: "all" | ("title" | "author" | "subject" | "keywords")[];
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "fill_field";
                        /** @description The name or label of a form field. */
                        field: string;
                        /** @description The text to write, word for word as in the instruction. */
                        value: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "check_field";
                        field: string;
                        /** @default true */
                        checked?: boolean;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "clear_fields";
                        /** @default all */
                        fields?: "all" | string[];
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "flatten_forms";
                        /** @description Only these fields; without it the whole form. */
                        fields?: string[];
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "flatten_annotations";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @description Links and form fields are no annotations here.
                         * @default all
                         * @enum {string}
                         */
                        kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "remove_annotations";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /**
                         * @default all
                         * @enum {string}
                         */
                        kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                        /** @description Only those of this author. */
                        author?: string;
                        /** @description Only those of about this colour. */
                        color?: string;
                        /** @description Only those that say this, or lie over it. */
                        text?: string;
                    } | {
                        id: string;
                        /** @description The part of the instruction that asks for this, word for word. */
                        because: string;
                        /** @constant */
                        op: "remove_links";
                        /**
                         * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                         * @default all
                         */
                        pages?: string;
                        /** @description Only links to this address. */
                        url?: string;
                        /** @description Only links over this text. */
                        text?: string;
                        /**
                         * @description The links stay; only the frames around them go.
                         * @default false
                         */
                        borders_only?: boolean;
                    })[];
                    /** @description Parts of the instruction that no operation can do, each with the reason. */
                    unresolved: {
                        text: string;
                        reason: string;
                    }[];
                };
                /** @description The `report.plan_id` of a dry run on the same file, not older than 24 hours. */
                plan_id?: string;
                /** @description Pictures (JPEG or PNG) that the instruction refers to: the first one is image 1. */
                images?: {
                    file_id: string;
                }[];
                /**
                 * @description Answer with the plan and where its targets are, without an edited file.
                 * @default false
                 */
                dry_run?: boolean;
                /**
                 * @description Carry out what is possible instead of failing the whole job: a part that is not found, cannot be written or fails verification is left out and reported in `skipped`. A redaction is carried out whole or not at all.
                 * @default false
                 */
                allow_partial?: boolean;
                /**
                 * @default pdf
                 * @constant
                 */
                output_format?: "pdf";
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        ApiError: {
            error: {
                /** @description Today one of `unauthorized`, `forbidden`, `file_too_large`, `request_too_large`, `unsupported_file_type`, `unsupported_media_type`, `invalid_instruction`, `policy_violation`, `invalid_request`, `checksum_mismatch`, `size_mismatch`, `length_required`, `not_found`, `method_not_allowed`, `file_not_ready`, `upload_already_completed`, `job_not_cancellable`, `idempotency_in_progress`, `idempotency_key_reused`, `source_unavailable`, `job_failed`, `expired`, `rate_limited`, `quota_exceeded`, `internal_error`, `unavailable`. */
                code: "unauthorized" | "forbidden" | "file_too_large" | "request_too_large" | "unsupported_file_type" | "unsupported_media_type" | "invalid_instruction" | "policy_violation" | "invalid_request" | "checksum_mismatch" | "size_mismatch" | "length_required" | "not_found" | "method_not_allowed" | "file_not_ready" | "upload_already_completed" | "job_not_cancellable" | "idempotency_in_progress" | "idempotency_key_reused" | "source_unavailable" | "job_failed" | "expired" | "rate_limited" | "quota_exceeded" | "internal_error" | "unavailable" | Other;
                /** @description For people; decide by `code`. */
                message: string;
                request_id: string;
                /** @description Whether the same request can succeed later. */
                retryable: boolean;
                /**
                 * Format: uri
                 * @description Where to read on.
                 */
                docs: string;
                details?: components["schemas"]["RefusedField"][];
            };
        };
        AuditEntry: {
            audit_id: string;
            /** @description Today one of `account.created`, `account.changed`, `key.issued`, `key.rotated`, `key.revoked`, `file.deleted`, `policy.refused`, `job.resent`, `access.declined`. */
            action: "account.created" | "account.changed" | "key.issued" | "key.rotated" | "key.revoked" | "file.deleted" | "policy.refused" | "job.resent" | "access.declined" | Other;
            /** @description Who did it */
            actor: {
                /** @enum {string} */
                type: "key" | "operator";
                key_id?: string;
            };
            /** @description What it was done to: an account, a key, a file */
            subject_id: string;
            details: {
                [key: string]: unknown;
            };
            request_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
        };
        AuditPage: {
            data: components["schemas"]["AuditEntry"][];
            has_more: boolean;
            /** @description Null on the last page */
            next_cursor: string | null;
        };
        Batch: {
            batch_id: string;
            /**
             * @description `completed`: every item has ended, in whatever state
             * @enum {string}
             */
            status: "running" | "cancelling" | "completed";
            /** @description Items by the state of their job; `refused` were never accepted */
            counts: {
                total: number;
                refused: number;
                queued: number;
                running: number;
                succeeded: number;
                failed: number;
                cancelled: number;
                expired: number;
            };
            /** @description Items that have ended, of all */
            progress: {
                percent: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at?: string;
            metadata?: {
                [key: string]: string;
            };
        };
        BatchCounts: {
            total: number;
            refused: number;
            queued: number;
            running: number;
            succeeded: number;
            failed: number;
            cancelled: number;
            expired: number;
        };
        BatchEvent: {
            /** @constant */
            event: "batch.completed";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            batch_id: string;
            counts: components["schemas"]["BatchCounts"];
            metadata?: {
                [key: string]: string;
            };
        };
        BatchItem: {
            /** @description Its place in the request, from 0 */
            position: number;
            /** @enum {string} */
            status: "refused" | "queued" | "running" | "succeeded" | "failed" | "cancelled" | "expired";
            /** @description Absent for an item that was refused */
            job?: {
                job_id: string;
                /** @enum {string} */
                status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "expired";
                /** @enum {string} */
                type: "ai_edit" | "metadata" | "convert" | "ocr" | "compress" | "split" | "merge" | "pages" | "flatten" | "stamp" | "protect" | "unlock" | "pipeline";
                file_id: string;
                region: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                started_at?: string;
                /**
                 * Format: date-time
                 * @description Set in every terminal state
                 */
                completed_at?: string;
                /**
                 * Format: date-time
                 * @description When the results are erased
                 */
                expires_at?: string;
                attempts: number;
                /** @description The batch that it is an item of */
                batch_id?: string;
                result_file_id?: string;
                progress: components["schemas"]["Progress"];
                error?: components["schemas"]["JobError"];
                metrics?: {
                    [key: string]: number;
                };
                metadata?: {
                    [key: string]: string;
                };
            };
            /** @description Why the item was refused */
            error?: {
                /** @description Today one of `unauthorized`, `forbidden`, `file_too_large`, `request_too_large`, `unsupported_file_type`, `unsupported_media_type`, `invalid_instruction`, `policy_violation`, `invalid_request`, `checksum_mismatch`, `size_mismatch`, `length_required`, `not_found`, `method_not_allowed`, `file_not_ready`, `upload_already_completed`, `job_not_cancellable`, `idempotency_in_progress`, `idempotency_key_reused`, `source_unavailable`, `job_failed`, `expired`, `rate_limited`, `quota_exceeded`, `internal_error`, `unavailable`. */
                code: "unauthorized" | "forbidden" | "file_too_large" | "request_too_large" | "unsupported_file_type" | "unsupported_media_type" | "invalid_instruction" | "policy_violation" | "invalid_request" | "checksum_mismatch" | "size_mismatch" | "length_required" | "not_found" | "method_not_allowed" | "file_not_ready" | "upload_already_completed" | "job_not_cancellable" | "idempotency_in_progress" | "idempotency_key_reused" | "source_unavailable" | "job_failed" | "expired" | "rate_limited" | "quota_exceeded" | "internal_error" | "unavailable" | Other;
                message: string;
                details?: components["schemas"]["RefusedField"][];
            };
        };
        BatchItemPage: {
            data: components["schemas"]["BatchItem"][];
            has_more: boolean;
            /** @description Null on the last page */
            next_cursor: string | null;
        };
        CancelledState: components["schemas"]["JobFields"] & {
            /** @constant */
            status: "cancelled";
            /**
             * Format: date-time
             * @description Set in every terminal state
             */
            completed_at: string;
        };
        Capabilities: {
            /** @description Media types of files that can be uploaded */
            upload_types: ("application/pdf" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.openxmlformats-officedocument.presentationml.presentation" | "application/vnd.oasis.opendocument.text" | "application/vnd.oasis.opendocument.spreadsheet" | "application/vnd.oasis.opendocument.presentation" | "application/rtf" | "application/epub+zip" | "application/zip" | "message/rfc822" | "text/csv" | "text/html" | "text/markdown" | "text/plain" | "image/bmp" | "image/gif" | "image/jpeg" | "image/png" | "image/svg+xml" | "image/tiff" | "image/webp")[];
            operations: {
                [key: string]: {
                    path: string;
                    summary: string;
                    /** @description Media types of sources */
                    accepts: string[];
                    /** @description Media types of results */
                    yields: string[];
                    /** @description The time that one attempt may take */
                    processing_ms_max: number;
                    /** @description Pages of a source, or as many as the plan allows where that is less; beyond it a job fails with `page_limit` */
                    pages_max?: number;
                    /** @description Bytes of a source, or as many as the plan allows where that is less; beyond it no job is created */
                    bytes_max?: number;
                    /** @description Limits that hold instead for these values of a parameter */
                    limits_by?: {
                        param: string;
                        values: {
                            [key: string]: {
                                /** @description Pages of a source, or as many as the plan allows where that is less; beyond it a job fails with `page_limit` */
                                pages_max?: number;
                                /** @description Bytes of a source, or as many as the plan allows where that is less; beyond it no job is created */
                                bytes_max?: number;
                            };
                        };
                    };
                };
            };
            regions: {
                [key: string]: {
                    /** @description False when the region’s processor does not answer and never has */
                    available: boolean;
                    /** @description External programs, and whether they are installed */
                    programs?: {
                        [key: string]: boolean;
                    };
                    /**
                     * @description What keeps a job from everything but its own files; with `none` office documents, RTF and HTML are not converted
                     * @enum {string}
                     */
                    isolation?: "namespaces" | "landlock" | "none";
                    ocr?: {
                        /**
                         * @description Tesseract as a program, or compiled to WebAssembly
                         * @enum {string}
                         */
                        engine: "native" | "wasm";
                        version: string;
                        /** @description Codes that `languages` may hold */
                        languages: string[];
                    };
                    convert?: {
                        /** @description What each media type can become */
                        conversions: {
                            [key: string]: string[];
                        };
                        /** @description Versions of the converters */
                        programs: {
                            [key: string]: string;
                        };
                        /** @description True when converters run without any network */
                        network_isolated: boolean;
                    };
                    ai_edit?: {
                        /** @description What reads instructions; `llm` is asked when `grammar` does not understand */
                        planners: ("grammar" | "llm")[];
                    };
                };
            };
        };
        ChangeWebhook: {
            /**
             * @description https://, a public host, port 443 or 8443; stored and shown in the form of the URL standard
             * @example https://example.com/events
             */
            url?: string;
            /** @description The events to send; ["*"] is all of them */
            events?: ("*" | "job.queued" | "job.running" | "job.succeeded" | "job.failed" | "job.cancelled" | "file.expired" | "batch.completed")[];
            description?: string | null;
            /** @example true */
            enabled?: boolean;
        };
        /** @description Make a PDF smaller without losing anything that it can do. */
        CompressJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "compress";
            params: components["schemas"]["CompressParams"];
            report?: components["schemas"]["CompressReport"];
            /** @description Of this operation: `kept_as_it_was`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compress";
        };
        CompressJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description `high` for print, `balanced` for the screen and the office printer, `maximum` for the smallest file that is still readable.
             * @default balanced
             * @enum {string}
             */
            quality?: "high" | "balanced" | "maximum";
            /**
             * @description Write the result so that a browser can show the first page before all bytes have arrived.
             * @default false
             */
            linearize?: boolean;
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        CompressParams: {
            /**
             * @description `high` for print, `balanced` for the screen and the office printer, `maximum` for the smallest file that is still readable.
             * @default balanced
             * @enum {string}
             */
            quality?: "high" | "balanced" | "maximum";
            /**
             * @description Write the result so that a browser can show the first page before all bytes have arrived.
             * @default false
             */
            linearize?: boolean;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        CompressReport: {
            quality: string;
            /** @description False where the source is as small as it gets: the result is the source. */
            changed: boolean;
            input_bytes: number;
            output_bytes: number;
            /** @description `output_bytes` by `input_bytes`. */
            ratio: number;
            /** @description Bytes before and after by what they are: images, fonts, content and so on. */
            categories: {
                [key: string]: unknown;
            };
            images: {
                total: number;
                changed: number;
            } & {
                [key: string]: unknown;
            };
            fonts: {
                total: number;
                changed: number;
            } & {
                [key: string]: unknown;
            };
            duplicates_merged: number;
            /** @description How alike pages look (structural similarity, 1 is identical). */
            ssim?: {
                [key: string]: unknown;
            } | null;
            /** @description What was left as it is, and why. */
            kept: unknown[];
            /** @description Tags, fields, annotations, links and so on, before and after. */
            features: {
                [key: string]: unknown;
            };
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                text_pages_compared?: number;
                text_identical?: boolean;
                rendered_pages_compared?: number;
                rendered_identical?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        CompressStep: {
            /** @constant */
            operation: "compress";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description `high` for print, `balanced` for the screen and the office printer, `maximum` for the smallest file that is still readable.
                 * @default balanced
                 * @enum {string}
                 */
                quality?: "high" | "balanced" | "maximum";
                /**
                 * @description Write the result so that a browser can show the first page before all bytes have arrived.
                 * @default false
                 */
                linearize?: boolean;
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        /** @description Convert a document to another format. */
        ConvertJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "convert";
            params: components["schemas"]["ConvertParams"];
            report?: components["schemas"]["ConvertReport"];
            /** @description Of this operation: `backgrounds_left_out`, `bidi_controls_ignored`, `chapter_absent`, `characters_unmapped`, `control_characters_removed`, `dpi_reduced`, `drawings_left_out`, `encoding_damaged`, `encoding_guessed`, `external_resource_removed`, `file_absent`, `fonts_replaced`, `frames_left_out`, `glyph_missing`, `images_left_out`, `layout_not_checked`, `low_confidence`, `ocr_unavailable`, `page_size_ignored`, `page_unreadable`, `pages_without_text`, `scripts_not_run`, `signature_invalid`, `text_layer_replaced`, `unsafe_link_removed`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "convert";
        };
        ConvertJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description The format of the result. `GET /capabilities` lists the formats that each type can become.
             * @enum {string}
             */
            target_format: "pdf" | "docx" | "html" | "txt" | "md" | "json" | "xlsx" | "csv" | "jpg" | "png";
            /** @description For jpg and png: dots per inch, by default 150. A page that would have too many pixels is drawn with fewer. */
            dpi?: number;
            /** @description For jpg: 1–100, by default 85. */
            quality?: number;
            /** @description From a PDF or a picture with several pages: only these pages, in this order: `1-3,5,8-end,last,-2`. */
            pages?: string;
            /** @description The size of the pages: a name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive), or width and height such as `210mm x 297mm` (mm, cm, in, pt, px). By default a4; for pictures and drawings their own size, for spreadsheets that of each sheet. A page size that an HTML document itself asks for comes first, unless `prefer_css_page_size` is false. */
            page_size?: string;
            /** @description Pages are wider than high. */
            landscape?: boolean;
            /** @description One length for all sides, or an object with `top`, `right`, `bottom` and `left`; by default 20mm, for spreadsheets those of each sheet. Margins that an HTML document itself asks for (`@page`) come first. */
            margins?: string | {
                top?: string;
                right?: string;
                bottom?: string;
                left?: string;
            };
            /** @description How large the content is, 0.1–2; by default 1. A spreadsheet is then not fitted to the width of the page. */
            scale?: number;
            /** @description Print colours and pictures of backgrounds; by default true. */
            print_background?: boolean;
            /** @description Print only these pages, in ascending order: `1-3,5,8-`. A page that the document does not have fails the job. */
            page_ranges?: string;
            /** @description HTML that is printed above the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out. */
            header_html?: string;
            /** @description HTML that is printed below the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out. */
            footer_html?: string;
            /** @description A page size that the document itself asks for (`@page`) comes before `page_size` and `landscape`; by default true. */
            prefer_css_page_size?: boolean;
            /** @description Bookmarks from headings, sheets or slides; by default true. Bookmarks of HTML need `tagged`. */
            outline?: boolean;
            /** @description Tags that say what is a heading, a paragraph, a table: for readers that read aloud. By default true. */
            tagged?: boolean;
            /**
             * @description For pdf, from any type: the result conforms to this level of PDF/A (ISO 19005-2). Fonts that are not embedded are replaced by similar ones of the same widths; scripts and attachments are removed, and a warning says so. A document that cannot conform is refused with the rules that it breaks.
             * @enum {string}
             */
            pdfa?: "PDF/A-2b";
            /** @description For txt, `true`: spaces keep columns in their places, instead of one column following the other. For docx, `pages` (default): the document is laid out, and what is on a page that would look other than in the source keeps its place there; the report says which pages these are. `flow`: all text flows, and nothing is laid out. Documents of more than 240 pages, and those of a region without such a program, flow with a warning. */
            layout?: boolean | ("pages" | "flow");
            /** @description For docx, html, txt, md, json, xlsx and csv: what to do with pages without text. `auto` (default): recognise them where an engine is installed; `true`: recognise them, or refuse the job; `false`: leave them out. Where the result has no pictures (txt, xlsx, csv; md and json without `pictures`), text and tables in the pictures of all other pages are recognised too, while at least half of the job's time is left. */
            ocr?: boolean | "auto";
            /** @description For recognition: languages of the text, the most frequent first, by default eng; where it is absent, pages of another script are read in its most spoken language that is installed. `GET /capabilities` lists them. */
            languages?: string[];
            /** @description For md, `true`: running heads and feet are in the result, once: by default they are left out. */
            keep_running?: boolean;
            /** @description For md, `true`: a comment like `<!-- page 3 -->` before the first block that begins on each page. */
            page_marks?: boolean;
            /**
             * @description For md and json: `none` (default) leaves pictures out (json: their places stay); `references` names each where it stands (`images/p3-1.png` is the first picture of page 3); `files` returns a ZIP of `document.md` or `document.json` and the pictures in `images/`. With the latter two, charts and diagrams that are drawn are pictures too.
             * @enum {string}
             */
            pictures?: "none" | "references" | "files";
            /** @description For md, `true`: a comment with its id, like `<!-- b12 -->`, before each block. */
            block_ids?: boolean;
            /** @description For xlsx and csv: only the tables that begin on these `pages`, and of which at least half lies in one of the `areas` (points from the upper left corner of the page as it is shown). By default all tables. */
            tables?: {
                /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
                pages?: string;
                areas?: {
                    page: number;
                    left: number;
                    top: number;
                    right: number;
                    bottom: number;
                }[];
            };
            /** @description For csv: only this table, from 1, of those that `tables` chooses, as one file. By default all, in a ZIP of `table-1.csv` and on. */
            table?: number;
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        ConvertParams: {
            /**
             * @description The format of the result. `GET /capabilities` lists the formats that each type can become.
             * @enum {string}
             */
            target_format?: "pdf" | "docx" | "html" | "txt" | "md" | "json" | "xlsx" | "csv" | "jpg" | "png";
            /** @description For jpg and png: dots per inch, by default 150. A page that would have too many pixels is drawn with fewer. */
            dpi?: number;
            /** @description For jpg: 1–100, by default 85. */
            quality?: number;
            /** @description From a PDF or a picture with several pages: only these pages, in this order: `1-3,5,8-end,last,-2`. */
            pages?: string;
            /** @description The size of the pages: a name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive), or width and height such as `210mm x 297mm` (mm, cm, in, pt, px). By default a4; for pictures and drawings their own size, for spreadsheets that of each sheet. A page size that an HTML document itself asks for comes first, unless `prefer_css_page_size` is false. */
            page_size?: string;
            /** @description Pages are wider than high. */
            landscape?: boolean;
            /** @description One length for all sides, or an object with `top`, `right`, `bottom` and `left`; by default 20mm, for spreadsheets those of each sheet. Margins that an HTML document itself asks for (`@page`) come first. */
            margins?: string | {
                top?: string;
                right?: string;
                bottom?: string;
                left?: string;
            };
            /** @description How large the content is, 0.1–2; by default 1. A spreadsheet is then not fitted to the width of the page. */
            scale?: number;
            /** @description Print colours and pictures of backgrounds; by default true. */
            print_background?: boolean;
            /** @description Print only these pages, in ascending order: `1-3,5,8-`. A page that the document does not have fails the job. */
            page_ranges?: string;
            /** @description HTML that is printed above the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out. */
            header_html?: string;
            /** @description HTML that is printed below the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out. */
            footer_html?: string;
            /** @description A page size that the document itself asks for (`@page`) comes before `page_size` and `landscape`; by default true. */
            prefer_css_page_size?: boolean;
            /** @description Bookmarks from headings, sheets or slides; by default true. Bookmarks of HTML need `tagged`. */
            outline?: boolean;
            /** @description Tags that say what is a heading, a paragraph, a table: for readers that read aloud. By default true. */
            tagged?: boolean;
            /**
             * @description For pdf, from any type: the result conforms to this level of PDF/A (ISO 19005-2). Fonts that are not embedded are replaced by similar ones of the same widths; scripts and attachments are removed, and a warning says so. A document that cannot conform is refused with the rules that it breaks.
             * @enum {string}
             */
            pdfa?: "PDF/A-2b";
            /** @description For txt, `true`: spaces keep columns in their places, instead of one column following the other. For docx, `pages` (default): the document is laid out, and what is on a page that would look other than in the source keeps its place there; the report says which pages these are. `flow`: all text flows, and nothing is laid out. Documents of more than 240 pages, and those of a region without such a program, flow with a warning. */
            layout?: boolean | ("pages" | "flow");
            /** @description For docx, html, txt, md, json, xlsx and csv: what to do with pages without text. `auto` (default): recognise them where an engine is installed; `true`: recognise them, or refuse the job; `false`: leave them out. Where the result has no pictures (txt, xlsx, csv; md and json without `pictures`), text and tables in the pictures of all other pages are recognised too, while at least half of the job's time is left. */
            ocr?: boolean | "auto";
            /** @description For recognition: languages of the text, the most frequent first, by default eng; where it is absent, pages of another script are read in its most spoken language that is installed. `GET /capabilities` lists them. */
            languages?: string[];
            /** @description For md, `true`: running heads and feet are in the result, once: by default they are left out. */
            keep_running?: boolean;
            /** @description For md, `true`: a comment like `<!-- page 3 -->` before the first block that begins on each page. */
            page_marks?: boolean;
            /**
             * @description For md and json: `none` (default) leaves pictures out (json: their places stay); `references` names each where it stands (`images/p3-1.png` is the first picture of page 3); `files` returns a ZIP of `document.md` or `document.json` and the pictures in `images/`. With the latter two, charts and diagrams that are drawn are pictures too.
             * @enum {string}
             */
            pictures?: "none" | "references" | "files";
            /** @description For md, `true`: a comment with its id, like `<!-- b12 -->`, before each block. */
            block_ids?: boolean;
            /** @description For xlsx and csv: only the tables that begin on these `pages`, and of which at least half lies in one of the `areas` (points from the upper left corner of the page as it is shown). By default all tables. */
            tables?: {
                /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
                pages?: string;
                areas?: {
                    page: number;
                    left: number;
                    top: number;
                    right: number;
                    bottom: number;
                }[];
            };
            /** @description For csv: only this table, from 1, of those that `tables` chooses, as one file. By default all, in a ZIP of `table-1.csv` and on. */
            table?: number;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        ConvertReport: {
            /** @description Media type of the source. */
            source_type: string;
            target_format: string;
            /** @description What converted it: `own`, `qpdf`, `pdfium`, `libreoffice`, `chromium`. */
            engine?: string;
            /** @description Words, paragraphs, headings, list items, tables, images and links of the result. */
            content?: {
                [key: string]: number;
            };
            /** @description Where the order of the text comes from: its layout, or the document’s tags. */
            order?: string;
            pages?: unknown;
            pages_without_text?: number[];
            /** @description For jpg and png: how many pictures were drawn. */
            images?: number;
            pdfa?: {
                conformance: string;
                violations: number;
            } & {
                [key: string]: unknown;
            };
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        ConvertStep: {
            /** @constant */
            operation: "convert";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description The format of the result. `GET /capabilities` lists the formats that each type can become.
                 * @enum {string}
                 */
                target_format: "pdf" | "docx" | "html" | "txt" | "md" | "json" | "xlsx" | "csv" | "jpg" | "png";
                /** @description For jpg and png: dots per inch, by default 150. A page that would have too many pixels is drawn with fewer. */
                dpi?: number;
                /** @description For jpg: 1–100, by default 85. */
                quality?: number;
                /** @description From a PDF or a picture with several pages: only these pages, in this order: `1-3,5,8-end,last,-2`. */
                pages?: string;
                /** @description The size of the pages: a name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive), or width and height such as `210mm x 297mm` (mm, cm, in, pt, px). By default a4; for pictures and drawings their own size, for spreadsheets that of each sheet. A page size that an HTML document itself asks for comes first, unless `prefer_css_page_size` is false. */
                page_size?: string;
                /** @description Pages are wider than high. */
                landscape?: boolean;
                /** @description One length for all sides, or an object with `top`, `right`, `bottom` and `left`; by default 20mm, for spreadsheets those of each sheet. Margins that an HTML document itself asks for (`@page`) come first. */
                margins?: string | {
                    top?: string;
                    right?: string;
                    bottom?: string;
                    left?: string;
                };
                /** @description How large the content is, 0.1–2; by default 1. A spreadsheet is then not fitted to the width of the page. */
                scale?: number;
                /** @description Print colours and pictures of backgrounds; by default true. */
                print_background?: boolean;
                /** @description Print only these pages, in ascending order: `1-3,5,8-`. A page that the document does not have fails the job. */
                page_ranges?: string;
                /** @description HTML that is printed above the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out. */
                header_html?: string;
                /** @description HTML that is printed below the content of every page, within the margin. Elements of the classes `pageNumber`, `totalPages`, `title` and `date` are filled in. It has no styles but those in its `style` attributes; give it a `font-size`. Scripts, addresses and pictures other than `data:` are left out. */
                footer_html?: string;
                /** @description A page size that the document itself asks for (`@page`) comes before `page_size` and `landscape`; by default true. */
                prefer_css_page_size?: boolean;
                /** @description Bookmarks from headings, sheets or slides; by default true. Bookmarks of HTML need `tagged`. */
                outline?: boolean;
                /** @description Tags that say what is a heading, a paragraph, a table: for readers that read aloud. By default true. */
                tagged?: boolean;
                /**
                 * @description For pdf, from any type: the result conforms to this level of PDF/A (ISO 19005-2). Fonts that are not embedded are replaced by similar ones of the same widths; scripts and attachments are removed, and a warning says so. A document that cannot conform is refused with the rules that it breaks.
                 * @enum {string}
                 */
                pdfa?: "PDF/A-2b";
                /** @description For txt, `true`: spaces keep columns in their places, instead of one column following the other. For docx, `pages` (default): the document is laid out, and what is on a page that would look other than in the source keeps its place there; the report says which pages these are. `flow`: all text flows, and nothing is laid out. Documents of more than 240 pages, and those of a region without such a program, flow with a warning. */
                layout?: boolean | ("pages" | "flow");
                /** @description For docx, html, txt, md, json, xlsx and csv: what to do with pages without text. `auto` (default): recognise them where an engine is installed; `true`: recognise them, or refuse the job; `false`: leave them out. Where the result has no pictures (txt, xlsx, csv; md and json without `pictures`), text and tables in the pictures of all other pages are recognised too, while at least half of the job's time is left. */
                ocr?: boolean | "auto";
                /** @description For recognition: languages of the text, the most frequent first, by default eng; where it is absent, pages of another script are read in its most spoken language that is installed. `GET /capabilities` lists them. */
                languages?: string[];
                /** @description For md, `true`: running heads and feet are in the result, once: by default they are left out. */
                keep_running?: boolean;
                /** @description For md, `true`: a comment like `<!-- page 3 -->` before the first block that begins on each page. */
                page_marks?: boolean;
                /**
                 * @description For md and json: `none` (default) leaves pictures out (json: their places stay); `references` names each where it stands (`images/p3-1.png` is the first picture of page 3); `files` returns a ZIP of `document.md` or `document.json` and the pictures in `images/`. With the latter two, charts and diagrams that are drawn are pictures too.
                 * @enum {string}
                 */
                pictures?: "none" | "references" | "files";
                /** @description For md, `true`: a comment with its id, like `<!-- b12 -->`, before each block. */
                block_ids?: boolean;
                /** @description For xlsx and csv: only the tables that begin on these `pages`, and of which at least half lies in one of the `areas` (points from the upper left corner of the page as it is shown). By default all tables. */
                tables?: {
                    /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
                    pages?: string;
                    areas?: {
                        page: number;
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    }[];
                };
                /** @description For csv: only this table, from 1, of those that `tables` chooses, as one file. By default all, in a ZIP of `table-1.csv` and on. */
                table?: number;
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        CreateBatch: {
            /**
             * @description Of every item that names none
             * @example compress
             * @enum {string}
             */
            operation?: "ai_edit" | "metadata" | "convert" | "ocr" | "compress" | "split" | "merge" | "pages" | "flatten" | "stamp" | "protect" | "unlock" | "pipeline";
            /** @description Of every item that has none; they are not merged */
            params?: {
                [key: string]: unknown;
            };
            /**
             * @description Each becomes a job
             * @example [
             *       {
             *         "file_id": "file_0123456789ABCDEFGHIJKL"
             *       }
             *     ]
             */
            items: {
                /**
                 * @description Absent: that of the batch
                 * @enum {string}
                 */
                operation?: "ai_edit" | "metadata" | "convert" | "ocr" | "compress" | "split" | "merge" | "pages" | "flatten" | "stamp" | "protect" | "unlock" | "pipeline";
                /** @description Not where a parameter lists all files (`merge`, `pipeline`) */
                file_id?: string;
                /** @description As in a job of the operation; absent: those of the batch */
                params?: {
                    [key: string]: unknown;
                };
                /** @description Your own map, echoed in the job */
                metadata?: {
                    [key: string]: string;
                };
                deliver_to?: components["schemas"]["DeliverTo"];
            }[];
            /**
             * @description `reject`: one item that cannot be accepted refuses the whole batch. `continue`: the others are accepted; `GET /batches/{batch_id}/items` has the errors.
             * @default reject
             * @enum {string}
             */
            on_error?: "reject" | "continue";
            /** @description Your own map, echoed in the batch and its event */
            metadata?: {
                [key: string]: string;
            };
        };
        CreateFile: {
            /** @example document.pdf */
            filename: string;
            /**
             * @description One of application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.openxmlformats-officedocument.presentationml.presentation, application/vnd.oasis.opendocument.text, application/vnd.oasis.opendocument.spreadsheet, application/vnd.oasis.opendocument.presentation, application/rtf, application/epub+zip, application/zip, message/rfc822, text/csv, text/html, text/markdown, text/plain, image/bmp, image/gif, image/jpeg, image/png, image/svg+xml, image/tiff, image/webp
             * @example application/pdf
             */
            content_type: string;
            /**
             * @description The upload must have exactly this size
             * @example 48213
             */
            size_bytes: number;
            /** @description The bytes must have this SHA-256, or the upload is refused */
            sha256?: string;
            /**
             * @description Where the file is stored and its jobs run; `auto` lets the service choose
             * @default auto
             */
            region?: string;
            metadata?: {
                [key: string]: string;
            };
        };
        CreateKey: {
            name: string;
            /** @description Only scopes that the calling key has itself */
            scopes: ("files:read" | "files:write" | "jobs:read" | "jobs:write" | "webhooks:manage" | "keys:manage" | "usage:read" | "audit:read" | "jobs:ai_edit" | "jobs:metadata" | "jobs:convert" | "jobs:ocr" | "jobs:compress" | "jobs:split" | "jobs:merge" | "jobs:pages" | "jobs:flatten" | "jobs:stamp" | "jobs:protect" | "jobs:unlock" | "jobs:pipeline")[];
            /**
             * @description Part of the key: `pdfk_<mode>_…`; keys of both modes do the same
             * @default live
             * @enum {string}
             */
            mode?: "live" | "test";
            /**
             * Format: date-time
             * @description The key is refused from then on. At most the end of the calling key, which is also the default
             */
            expires_at?: string;
        };
        CreateWebhook: {
            /**
             * @description https://, a public host, port 443 or 8443; stored and shown in the form of the URL standard
             * @example https://example.com/events
             */
            url: string;
            /** @description The events to send; ["*"] is all of them */
            events: ("*" | "job.queued" | "job.running" | "job.succeeded" | "job.failed" | "job.cancelled" | "file.expired" | "batch.completed")[];
            description?: string;
        };
        CreatedFile: {
            file_id: string;
            /** Format: uri */
            upload_url: string;
            /**
             * Format: date-time
             * @description When the upload address stops being valid
             */
            expires_at: string;
            /** @constant */
            upload_method: "PUT";
            /** @description Headers to send with the bytes */
            upload_headers: {
                [key: string]: string;
            };
            /** @constant */
            status: "awaiting_upload";
            region: string;
            /** @description For a file of more than 64 MiB: the bytes may also come in parts, in any order, each as often as needed */
            parts?: {
                /**
                 * Format: uri
                 * @description `PUT` each part to this address and `/` and its number; `GET` it for the numbers that have arrived
                 */
                parts_url: string;
                /**
                 * Format: uri
                 * @description `POST` here once all parts have arrived
                 */
                complete_url: string;
                /** @description The size of each part but the last */
                part_bytes: number;
                /** @description How many parts; the first is 1 */
                count: number;
            };
        };
        CreatedWebhook: {
            webhook_id: string;
            url: string;
            events: ("*" | "job.queued" | "job.running" | "job.succeeded" | "job.failed" | "job.cancelled" | "file.expired" | "batch.completed" | Other)[];
            description?: string;
            enabled: boolean;
            /** @description `requested`: by PATCH. `gone`: the receiver answered 410. `failing`: nothing but failures for 5 days. */
            disabled_reason?: "requested" | "gone" | "failing" | Other;
            /**
             * Format: date-time
             * @description The first failure after the last success
             */
            failing_since?: string;
            /**
             * Format: date-time
             * @description Until when deliveries are also signed with the previous secret
             */
            previous_secret_expires_at?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description `whsec_` and base64: the signing secret of Standard Webhooks. Shown only in this answer. */
            secret: string;
        };
        DeletedFile: {
            file_id: string;
            /** @constant */
            deleted: true;
        };
        /** @description Where the results are sent by PUT when the job has succeeded. Only for plans that allow it */
        DeliverTo: {
            /** @description https://, a public host, port 443 or 8443, with its own permission (a signed address): for a job with one result */
            url?: string;
            /** @description Instead of `url`: an address for each result, in their order; addresses beyond the last result are not used */
            urls?: string[];
            /** @description Sent with the bytes, in lower case: `content-type`, `content-disposition`, `cache-control`, `x-amz-…`, `x-ms-…`, `x-goog-…` */
            headers?: {
                [key: string]: string;
            };
        };
        Delivery: {
            delivery_id: string;
            webhook_id: string;
            event_id: string;
            /** @description Today one of `job.queued`, `job.running`, `job.succeeded`, `job.failed`, `job.cancelled`, `file.expired`, `batch.completed`, `webhook.test`. */
            event: "job.queued" | "job.running" | "job.succeeded" | "job.failed" | "job.cancelled" | "file.expired" | "batch.completed" | "webhook.test" | Other;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            next_attempt_at?: string;
            /** Format: date-time */
            completed_at?: string;
            attempt_count: number;
            /** @description The latest 20, oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            attempt: number;
            /** Format: date-time */
            at: string;
            duration_ms: number;
            status?: number;
            /** @description Today one of `url_refused`, `address_refused`, `name_not_resolved`, `connection_failed`, `tls_failed`, `timeout`, `malformed_answer`, `redirect`, `status`, `gone`. */
            error?: "url_refused" | "address_refused" | "name_not_resolved" | "connection_failed" | "tls_failed" | "timeout" | "malformed_answer" | "redirect" | "status" | "gone" | Other;
            /** @description The beginning of the answer’s body */
            answer?: string;
        };
        DeliveryPage: {
            data: components["schemas"]["Delivery"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        DocumentContent: {
            /** @constant */
            version: "1.0";
            /** @description As the document states it. */
            title?: string;
            /** @description As the document states it (BCP 47). */
            language?: string;
            /** @description In the order of `pages` of the request. */
            pages: {
                /** @description In the source, from 1. */
                page: number;
                /** @description Points, as it is shown. */
                width: number;
                height: number;
                /** @description Degrees, clockwise, by which the page is turned to be shown: those of the document, and of a scan that lies. */
                rotation: number;
                from: ("text" | "tags" | "ocr") | "none";
                /** @description Of a recognised page. */
                confidence?: number;
            }[];
            /** @description In reading order; footnotes follow the text. */
            blocks: ({
                /** @constant */
                type: "heading";
                level: number;
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Lines are joined; a word that is divided at the end of a line is whole. */
                text: string;
                /** @description The same text, by its looks and links. */
                runs: {
                    text: string;
                    /** @description The family. */
                    font: string;
                    /** @description Points. */
                    size: number;
                    /** @constant */
                    bold?: true;
                    /** @constant */
                    italic?: true;
                    /** @constant */
                    underline?: true;
                    /** @constant */
                    strike?: true;
                    /** @enum {string} */
                    script?: "super" | "sub";
                    /** @description `#rrggbb`; black when absent. */
                    color?: string;
                    /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                    link?: string;
                    /** @description The run is the mark of the footnote with this number. */
                    note?: number;
                }[];
                /** @description Names that links inside the document lead to. */
                anchors?: string[];
                /**
                 * @description It runs from right to left.
                 * @constant
                 */
                rtl?: true;
            } | {
                /** @constant */
                type: "paragraph";
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Lines are joined; a word that is divided at the end of a line is whole. */
                text: string;
                /** @description The same text, by its looks and links. */
                runs: {
                    text: string;
                    /** @description The family. */
                    font: string;
                    /** @description Points. */
                    size: number;
                    /** @constant */
                    bold?: true;
                    /** @constant */
                    italic?: true;
                    /** @constant */
                    underline?: true;
                    /** @constant */
                    strike?: true;
                    /** @enum {string} */
                    script?: "super" | "sub";
                    /** @description `#rrggbb`; black when absent. */
                    color?: string;
                    /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                    link?: string;
                    /** @description The run is the mark of the footnote with this number. */
                    note?: number;
                }[];
                /** @description Names that links inside the document lead to. */
                anchors?: string[];
                /**
                 * @description It runs from right to left.
                 * @constant
                 */
                rtl?: true;
            } | {
                /** @constant */
                type: "list_item";
                /** @description Items with the same number belong to one list. */
                list: number;
                level: number;
                /** @description Its bullet or number as it is shown; not part of `text`. */
                label: string;
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Lines are joined; a word that is divided at the end of a line is whole. */
                text: string;
                /** @description The same text, by its looks and links. */
                runs: {
                    text: string;
                    /** @description The family. */
                    font: string;
                    /** @description Points. */
                    size: number;
                    /** @constant */
                    bold?: true;
                    /** @constant */
                    italic?: true;
                    /** @constant */
                    underline?: true;
                    /** @constant */
                    strike?: true;
                    /** @enum {string} */
                    script?: "super" | "sub";
                    /** @description `#rrggbb`; black when absent. */
                    color?: string;
                    /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                    link?: string;
                    /** @description The run is the mark of the footnote with this number. */
                    note?: number;
                }[];
                /** @description Names that links inside the document lead to. */
                anchors?: string[];
                /**
                 * @description It runs from right to left.
                 * @constant
                 */
                rtl?: true;
            } | {
                /** @constant */
                type: "code";
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Its lines as they stand, with line breaks between them. */
                text: string;
            } | {
                /** @constant */
                type: "caption";
                /** @description The id of the picture or table. */
                of: string;
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Lines are joined; a word that is divided at the end of a line is whole. */
                text: string;
                /** @description The same text, by its looks and links. */
                runs: {
                    text: string;
                    /** @description The family. */
                    font: string;
                    /** @description Points. */
                    size: number;
                    /** @constant */
                    bold?: true;
                    /** @constant */
                    italic?: true;
                    /** @constant */
                    underline?: true;
                    /** @constant */
                    strike?: true;
                    /** @enum {string} */
                    script?: "super" | "sub";
                    /** @description `#rrggbb`; black when absent. */
                    color?: string;
                    /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                    link?: string;
                    /** @description The run is the mark of the footnote with this number. */
                    note?: number;
                }[];
                /** @description Names that links inside the document lead to. */
                anchors?: string[];
                /**
                 * @description It runs from right to left.
                 * @constant
                 */
                rtl?: true;
            } | {
                /** @constant */
                type: "table";
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                rows: number;
                columns: number;
                /** @description By row, then column; one that spans several stands where it begins. */
                cells: {
                    /** @description From 0. */
                    row: number;
                    /** @description From 0. */
                    column: number;
                    row_span: number;
                    column_span: number;
                    header: boolean;
                    /** @description Its paragraphs, with a line break between them. */
                    text: string;
                    runs: {
                        text: string;
                        /** @description The family. */
                        font: string;
                        /** @description Points. */
                        size: number;
                        /** @constant */
                        bold?: true;
                        /** @constant */
                        italic?: true;
                        /** @constant */
                        underline?: true;
                        /** @constant */
                        strike?: true;
                        /** @enum {string} */
                        script?: "super" | "sub";
                        /** @description `#rrggbb`; black when absent. */
                        color?: string;
                        /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                        link?: string;
                        /** @description The run is the mark of the footnote with this number. */
                        note?: number;
                    }[];
                    /** @description Of its text. */
                    boxes: {
                        /** @description In the source, from 1. */
                        page: number;
                        /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                        box: {
                            left: number;
                            top: number;
                            right: number;
                            bottom: number;
                        };
                    }[];
                }[];
                /** @constant */
                rtl?: true;
            } | {
                /** @constant */
                type: "picture";
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /** @description Points. */
                width: number;
                height: number;
                /** @description Its name in the result’s ZIP: `images/p3-1.png`. */
                file?: string;
                /** @description The text that stands for it, where the document has one. */
                alternative?: string;
                link?: string;
            } | {
                /** @constant */
                type: "footnote";
                number: number;
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Lines are joined; a word that is divided at the end of a line is whole. */
                text: string;
                /** @description The same text, by its looks and links. */
                runs: {
                    text: string;
                    /** @description The family. */
                    font: string;
                    /** @description Points. */
                    size: number;
                    /** @constant */
                    bold?: true;
                    /** @constant */
                    italic?: true;
                    /** @constant */
                    underline?: true;
                    /** @constant */
                    strike?: true;
                    /** @enum {string} */
                    script?: "super" | "sub";
                    /** @description `#rrggbb`; black when absent. */
                    color?: string;
                    /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                    link?: string;
                    /** @description The run is the mark of the footnote with this number. */
                    note?: number;
                }[];
                /** @description Names that links inside the document lead to. */
                anchors?: string[];
                /**
                 * @description It runs from right to left.
                 * @constant
                 */
                rtl?: true;
            } | {
                /** @constant */
                type: "page_header";
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Lines are joined; a word that is divided at the end of a line is whole. */
                text: string;
                /** @description The same text, by its looks and links. */
                runs: {
                    text: string;
                    /** @description The family. */
                    font: string;
                    /** @description Points. */
                    size: number;
                    /** @constant */
                    bold?: true;
                    /** @constant */
                    italic?: true;
                    /** @constant */
                    underline?: true;
                    /** @constant */
                    strike?: true;
                    /** @enum {string} */
                    script?: "super" | "sub";
                    /** @description `#rrggbb`; black when absent. */
                    color?: string;
                    /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                    link?: string;
                    /** @description The run is the mark of the footnote with this number. */
                    note?: number;
                }[];
                /** @description Names that links inside the document lead to. */
                anchors?: string[];
                /**
                 * @description It runs from right to left.
                 * @constant
                 */
                rtl?: true;
            } | {
                /** @constant */
                type: "page_footer";
                /** @description `b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`. */
                id: string;
                /** @description One for each page and column that the block spans. Empty for what is not in the source. */
                boxes: {
                    /** @description In the source, from 1. */
                    page: number;
                    /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                    box: {
                        left: number;
                        top: number;
                        right: number;
                        bottom: number;
                    };
                }[];
                /**
                 * @description Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.
                 * @enum {string}
                 */
                from: "text" | "tags" | "ocr";
                /** @description Of recognised text: the mean of its words. */
                confidence?: number;
                /** @description Lines are joined; a word that is divided at the end of a line is whole. */
                text: string;
                /** @description The same text, by its looks and links. */
                runs: {
                    text: string;
                    /** @description The family. */
                    font: string;
                    /** @description Points. */
                    size: number;
                    /** @constant */
                    bold?: true;
                    /** @constant */
                    italic?: true;
                    /** @constant */
                    underline?: true;
                    /** @constant */
                    strike?: true;
                    /** @enum {string} */
                    script?: "super" | "sub";
                    /** @description `#rrggbb`; black when absent. */
                    color?: string;
                    /** @description A web or mail address, or `#` with one of the `anchors` of another block. */
                    link?: string;
                    /** @description The run is the mark of the footnote with this number. */
                    note?: number;
                }[];
                /** @description Names that links inside the document lead to. */
                anchors?: string[];
                /**
                 * @description It runs from right to left.
                 * @constant
                 */
                rtl?: true;
            })[];
            /** @description Of a form, by page. */
            fields: {
                /** @description `p3-f2` is the second field of page 3. */
                id: string;
                page: number;
                /** @description Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards. */
                box: {
                    left: number;
                    top: number;
                    right: number;
                    bottom: number;
                };
                /** @enum {string} */
                type: "text" | "choice" | "check" | "radio" | "button" | "signature";
                /** @description Fully qualified (ISO 32000-2 12.7.4.2). */
                name: string;
                /** @description The text printed beside it. */
                label?: string;
                /** @description In a table of fields: the head of its row. */
                row?: string;
                column?: string;
                /** @description Its alternate name. */
                tip?: string;
                value: string;
                /** @description Of a check box or radio button: the name of its state when it is on. */
                state?: string;
            }[];
        };
        DownloadAddress: {
            /** Format: uri */
            download_url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
        };
        EditPlan: {
            /** @constant */
            plan_version: 1;
            planner: {
                /** @enum {string} */
                kind: "grammar" | "llm" | "caller";
                version: string;
            };
            source: {
                sha256: string;
                pages: number;
            };
            operations: ({
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "replace_text";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /** @description The text to write, word for word as in the instruction. */
                value: string;
                /**
                 * @description What to do when the new text is longer than the old. `shrink`: the lines of the paragraph are broken anew, then set up to 3 % tighter, then free room beside or below is taken, then the new text is made smaller, to 90 % at least, with a warning; otherwise the edit is refused. `reflow`: the same, but never smaller. `error`: only other line breaks. `overflow`: it may pass its place.
                 * @default shrink
                 * @enum {string}
                 */
                fit?: "shrink" | "reflow" | "error" | "overflow";
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "delete_text";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /**
                 * @description What goes: the matched words, or the whole line, list item, table row or paragraph that they stand in; what is below it in its column moves up.
                 * @default text
                 * @enum {string}
                 */
                as?: "text" | "line" | "list_item" | "row" | "paragraph";
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "insert_text";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description On which side of the matched text the new text goes: on its line, or above or below the unit that it stands in.
                 * @enum {string}
                 */
                place: "before" | "after";
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /** @description The text to write, word for word as in the instruction. The cells of a row, from the left, are separated by ` | `; a list item is written without its mark. */
                value: string;
                /**
                 * @description What the new text is: words on the line of the match, or a line, list item, table row or paragraph of its own in the style of the one that holds the match; what is below it in its column moves down, as far as there is room.
                 * @default text
                 * @enum {string}
                 */
                as?: "text" | "line" | "list_item" | "row" | "paragraph";
                /** @description A text above or below whose edge the new one gets, on the line of the match: values under each other behind their labels. */
                in_line_with?: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "restyle_text";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /** @description sRGB, such as `#ff0000`. */
                color?: string;
                /** @description The new size: in points, or in % of the old one. */
                size?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "%";
                };
                /** @description In the bold face of its family, or a substitute for it; `false`: in the regular one. */
                bold?: boolean;
                italic?: boolean;
                /**
                 * @description In another kind of face, which is embedded: with serifs, without, or monospaced.
                 * @enum {string}
                 */
                family?: "serif" | "sans" | "mono";
                /**
                 * @description How the paragraph that the text stands in is set; its words stay on their lines. Not together with another change.
                 * @enum {string}
                 */
                align?: "left" | "center" | "right" | "justify";
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "restyle_box";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /**
                 * @description Of the box that the matched text stands in, or of all boxes of its table row.
                 * @default cell
                 * @enum {string}
                 */
                as?: "cell" | "row";
                /** @description The new colour of what is filled in behind the text. */
                ground?: string;
                /** @description The new colour of the lines around the text, or `none`: they go, and the text stays. */
                frame?: string | "none";
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "redact";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default ignore
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "highlight";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #ffff00
                 */
                color?: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "replace_image";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                 * @default only
                 */
                image?: ("only" | "all" | "largest") | number;
                /**
                 * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                 * @default only
                 */
                with?: "only" | number;
                /**
                 * @description How it fills the place of the old one: whole inside it, covering it and cropped, or stretched out of proportion.
                 * @default contain
                 * @enum {string}
                 */
                fit?: "contain" | "cover" | "stretch";
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "delete_image";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                 * @default only
                 */
                image?: ("only" | "all" | "largest") | number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "delete_drawing";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Which drawing of the page: the only one, the largest, or its number, from the largest to the smallest.
                 * @default only
                 */
                drawing?: ("only" | "largest") | number;
                /**
                 * @description The text in it goes too.
                 * @default false
                 */
                with_text?: boolean;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "move_image";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                 * @default only
                 */
                image?: ("only" | "all" | "largest") | number;
                /**
                 * @description On its page.
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description A length; `%` is of the side of the page.
                 * @default {
                 *       "value": 36,
                 *       "unit": "pt"
                 *     }
                 */
                margin?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
                /** @description From where it is, instead of `position`; what is printed there is in its way. */
                by?: {
                    /** @enum {string} */
                    direction: "left" | "right" | "up" | "down";
                    /** @description A length; `%` is of the side of the page. */
                    distance: {
                        value: number;
                        /** @enum {string} */
                        unit: "pt" | "mm" | "cm" | "in" | "%";
                    };
                };
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "resize_image";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).
                 * @default only
                 */
                image?: ("only" | "all" | "largest") | number;
                /** @description Of its size; its middle stays where it is. */
                percent: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "insert_image";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Which of the pictures that came with the instruction: the only one, or its number from 1.
                 * @default only
                 */
                with?: "only" | number;
                /**
                 * @default top_right
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /** @description Put beside a text or a picture of the page, instead of `position`. */
                anchor?: {
                    /** @enum {string} */
                    place: "above" | "below" | "left" | "right";
                    match?: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    image?: ("only" | "all" | "largest") | number;
                };
                /**
                 * @description A length; `%` is of the side of the page.
                 * @default {
                 *       "value": 36,
                 *       "unit": "pt"
                 *     }
                 */
                margin?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
                /** @description Without it as large as a logo usually is. */
                width?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "underline";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /** @description sRGB, such as `#ff0000`. */
                color?: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "strike";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /** @description sRGB, such as `#ff0000`. */
                color?: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "set_link";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /** @description Begins with `http:`, `https:`, `mailto:` or `tel:`. */
                url?: string;
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                page?: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "add_note";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                match: {
                    /** @description Literal text to find. */
                    text?: string;
                    /**
                     * @description A class of text to find, instead of `text`.
                     * @enum {string}
                     */
                    pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                    /**
                     * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                     * @default exact
                     * @enum {string}
                     */
                    case?: "exact" | "ignore";
                    /** @default false */
                    whole_word?: boolean;
                    /**
                     * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                     * @default all
                     */
                    occurrence?: "all" | number;
                    /**
                     * @description How many matches there must be before `occurrence` chooses among them.
                     * @default {
                     *       "min": 1
                     *     }
                     */
                    expect?: {
                        /** @default 1 */
                        min?: number;
                        max?: number;
                    };
                };
                /** @description The text to write, word for word as in the instruction. */
                value: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "rotate_pages";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
                /** @description Clockwise, added to the present rotation. */
                degrees: 90 | 180 | 270;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "delete_pages";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "keep_pages";
                /** @description Pages to keep, in this order; all others are deleted. */
                pages: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "move_pages";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
                /** @enum {string} */
                place: "before" | "after";
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                page: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "duplicate_pages";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
                /**
                 * @description How many copies to add, each directly after its original.
                 * @default 1
                 */
                copies?: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "insert_blank_page";
                /** @enum {string} */
                place: "before" | "after";
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                page: number;
                /** @default 1 */
                count?: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "crop";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description A length; `%` is of the side of the page. */
                top?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
                /** @description A length; `%` is of the side of the page. */
                right?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
                /** @description A length; `%` is of the side of the page. */
                bottom?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
                /** @description A length; `%` is of the side of the page. */
                left?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "watermark_text";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description The text to write, word for word as in the instruction. */
                value: string;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #808080
                 */
                color?: string;
                /** @default 0.3 */
                opacity?: number;
                /**
                 * @description Degrees, counterclockwise.
                 * @default 45
                 */
                angle?: number;
                /** @description Without it the text fills the page. */
                font_size_pt?: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "stamp";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description The text to write, word for word as in the instruction. */
                value: string;
                /**
                 * @default top_right
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /** @description Put beside a text or a picture of the page, instead of `position`. */
                anchor?: {
                    /** @enum {string} */
                    place: "above" | "below" | "left" | "right";
                    match?: {
                        /** @description Literal text to find. */
                        text?: string;
                        /**
                         * @description A class of text to find, instead of `text`.
                         * @enum {string}
                         */
                        pattern?: "email" | "phone" | "card_number" | "iban" | "ssn" | "date" | "url";
                        /**
                         * @description In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.
                         * @default exact
                         * @enum {string}
                         */
                        case?: "exact" | "ignore";
                        /** @default false */
                        whole_word?: boolean;
                        /**
                         * @description `all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.
                         * @default all
                         */
                        occurrence?: "all" | number;
                        /**
                         * @description How many matches there must be before `occurrence` chooses among them.
                         * @default {
                         *       "min": 1
                         *     }
                         */
                        expect?: {
                            /** @default 1 */
                            min?: number;
                            max?: number;
                        };
                    };
                    image?: ("only" | "all" | "largest") | number;
                };
                /**
                 * @description A length; `%` is of the side of the page.
                 * @default {
                 *       "value": 36,
                 *       "unit": "pt"
                 *     }
                 */
                margin?: {
                    value: number;
                    /** @enum {string} */
                    unit: "pt" | "mm" | "cm" | "in" | "%";
                };
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
                /** @default 12 */
                font_size_pt?: number;
                /** @default false */
                bold?: boolean;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "page_numbers";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default bottom_center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description `{n}` is the number, `{total}` the number of pages.
                 * @default {n}
                 */
                format?: string;
                /** @default 1 */
                start?: number;
                /** @default 10 */
                font_size_pt?: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "header_footer";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @enum {string} */
                area: "header" | "footer";
                /**
                 * @default center
                 * @enum {string}
                 */
                align?: "left" | "center" | "right";
                /** @description The text to write, word for word as in the instruction. */
                value: string;
                /** @default 10 */
                font_size_pt?: number;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "set_metadata";
                /** @enum {string} */
                field: "title" | "author" | "subject" | "keywords";
                /** @description The text to write, word for word as in the instruction. */
                value: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "remove_metadata";
                /** @default all */
                fields?: "all" | ("title" | "author" | "subject" | "keywords")[];
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "fill_field";
                /** @description The name or label of a form field. */
                field: string;
                /** @description The text to write, word for word as in the instruction. */
                value: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "check_field";
                field: string;
                /** @default true */
                checked?: boolean;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "clear_fields";
                /** @default all */
                fields?: "all" | string[];
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "flatten_forms";
                /** @description Only these fields; without it the whole form. */
                fields?: string[];
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "flatten_annotations";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Links and form fields are no annotations here.
                 * @default all
                 * @enum {string}
                 */
                kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "remove_annotations";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default all
                 * @enum {string}
                 */
                kind?: "all" | "comments" | "highlights" | "underlines" | "strikeouts" | "stamps" | "drawings";
                /** @description Only those of this author. */
                author?: string;
                /** @description Only those of about this colour. */
                color?: string;
                /** @description Only those that say this, or lie over it. */
                text?: string;
            } | {
                id: string;
                /** @description The part of the instruction that asks for this, word for word. */
                because: string;
                /** @constant */
                op: "remove_links";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description Only links to this address. */
                url?: string;
                /** @description Only links over this text. */
                text?: string;
                /**
                 * @description The links stay; only the frames around them go.
                 * @default false
                 */
                borders_only?: boolean;
            })[];
            /** @description Parts of the instruction that no operation can do, each with the reason. */
            unresolved: {
                text: string;
                reason: string;
            }[];
        };
        ExpiredState: components["schemas"]["JobFields"] & {
            /** @constant */
            status: "expired";
            /**
             * Format: date-time
             * @description Set in every terminal state
             */
            completed_at: string;
        };
        FailedState: components["schemas"]["JobFields"] & {
            /** @constant */
            status: "failed";
            /**
             * Format: date-time
             * @description Set in every terminal state
             */
            completed_at: string;
            error: components["schemas"]["JobError"];
        };
        FetchFile: {
            /** @example document.pdf */
            filename: string;
            /**
             * @description One of application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.openxmlformats-officedocument.presentationml.presentation, application/vnd.oasis.opendocument.text, application/vnd.oasis.opendocument.spreadsheet, application/vnd.oasis.opendocument.presentation, application/rtf, application/epub+zip, application/zip, message/rfc822, text/csv, text/html, text/markdown, text/plain, image/bmp, image/gif, image/jpeg, image/png, image/svg+xml, image/tiff, image/webp
             * @example application/pdf
             */
            content_type: string;
            /** @description The bytes must have this SHA-256, or the upload is refused */
            sha256?: string;
            /**
             * @description Where the file is stored and its jobs run; `auto` lets the service choose
             * @default auto
             */
            region?: string;
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description https://, a public host, port 443 or 8443. It is not stored. Redirects are followed, each judged like the first address
             * @example https://example.com/document.pdf
             */
            source_url: string;
            /**
             * @description The bytes must have exactly this size
             * @example 48213
             */
            size_bytes?: number;
        };
        File: {
            file_id: string;
            /** @enum {string} */
            status: "awaiting_upload" | "uploaded" | "expired" | "deleted";
            filename: string;
            content_type: string;
            size_bytes: number;
            sha256?: string;
            region: string;
            /** @description The job that produced this file */
            job_id?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            uploaded_at?: string;
            /**
             * Format: date-time
             * @description When the bytes are erased
             */
            expires_at: string;
            metadata?: {
                [key: string]: string;
            };
        };
        FileEvent: {
            /** @constant */
            event: "file.expired";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            file_id: string;
            /** @description The job that produced the file */
            job_id?: string;
            /** @description Today one of `retention`, `deleted`. */
            reason: "retention" | "deleted" | Other;
        };
        FilePage: {
            data: components["schemas"]["File"][];
            has_more: boolean;
            /** @description Null on the last page */
            next_cursor: string | null;
        };
        /** @description Make form fields, annotations and layers part of the pages, which look as before. */
        FlattenJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "flatten";
            params: components["schemas"]["FlattenParams"];
            report?: components["schemas"]["FlattenReport"];
            /** @description Of this operation: `annotations_kept`, `icons_removed`, `media_removed`, `pages_look_different`, `pages_not_compared`, `xfa_removed`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "flatten";
        };
        FlattenJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description What becomes part of the pages, as it is shown on screen: `forms`, `annotations` (comments, marks, stamps), `layers`. What is hidden is removed. `links`: removes links, which otherwise stay.
             * @default [
             *       "forms",
             *       "annotations",
             *       "layers"
             *     ]
             */
            what?: ("forms" | "annotations" | "layers" | "links")[];
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        FlattenParams: {
            /**
             * @description What becomes part of the pages, as it is shown on screen: `forms`, `annotations` (comments, marks, stamps), `layers`. What is hidden is removed. `links`: removes links, which otherwise stay.
             * @default [
             *       "forms",
             *       "annotations",
             *       "layers"
             *     ]
             */
            what?: ("forms" | "annotations" | "layers" | "links")[];
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        FlattenReport: {
            pages: number;
            bytes: number;
            flattened: {
                [key: string]: number;
            };
            removed: {
                [key: string]: number;
            };
            before?: {
                [key: string]: number;
            };
            after?: {
                [key: string]: number;
            };
            /** @description Each page was drawn by a second engine and compared with what was planned. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                drawn_by: string;
                pages_compared: number;
                /** @description The verdict of qpdf on the structure of the file. */
                qpdf_check?: string;
            } & {
                [key: string]: unknown;
            };
        };
        FlattenStep: {
            /** @constant */
            operation: "flatten";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description What becomes part of the pages, as it is shown on screen: `forms`, `annotations` (comments, marks, stamps), `layers`. What is hidden is removed. `links`: removes links, which otherwise stay.
                 * @default [
                 *       "forms",
                 *       "annotations",
                 *       "layers"
                 *     ]
                 */
                what?: ("forms" | "annotations" | "layers" | "links")[];
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        /** @description What a job is, by its `type`; each by its `status`. */
        Job: components["schemas"]["AiEditJob"] | components["schemas"]["MetadataJob"] | components["schemas"]["ConvertJob"] | components["schemas"]["OcrJob"] | components["schemas"]["CompressJob"] | components["schemas"]["SplitJob"] | components["schemas"]["MergeJob"] | components["schemas"]["PagesJob"] | components["schemas"]["FlattenJob"] | components["schemas"]["StampJob"] | components["schemas"]["ProtectJob"] | components["schemas"]["UnlockJob"] | components["schemas"]["PipelineJob"];
        JobError: {
            /** @constant */
            code: "job_failed";
            /** @description Today one of `encrypted_pdf`, `password_incorrect`, `corrupt_file`, `type_mismatch`, `empty_file`, `page_limit`, `page_out_of_range`, `page_too_large`, `decompression_limit`, `pixel_limit`, `output_limit`, `timeout`, `out_of_memory`, `file_changed`, `disk_full`, `no_text_found`, `unsupported_feature`, `signed_document`, `text_not_found`, `ambiguous_match`, `text_does_not_fit`, `glyph_missing`, `plan_invalid`, `policy_violation`, `instruction_refused`, `ai_unavailable`, `language_unavailable`, `conversion_failed`, `source_deleted`, `processor_lost`, `internal`. */
            reason: "encrypted_pdf" | "password_incorrect" | "corrupt_file" | "type_mismatch" | "empty_file" | "page_limit" | "page_out_of_range" | "page_too_large" | "decompression_limit" | "pixel_limit" | "output_limit" | "timeout" | "out_of_memory" | "file_changed" | "disk_full" | "no_text_found" | "unsupported_feature" | "signed_document" | "text_not_found" | "ambiguous_match" | "text_does_not_fit" | "glyph_missing" | "plan_invalid" | "policy_violation" | "instruction_refused" | "ai_unavailable" | "language_unavailable" | "conversion_failed" | "source_deleted" | "processor_lost" | "internal" | Other;
            message: string;
            retryable: boolean;
            page?: number;
            details?: {
                [key: string]: unknown;
            };
        };
        JobEvent: {
            /** @enum {string} */
            event: "job.queued" | "job.running" | "job.succeeded" | "job.failed" | "job.cancelled";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            job_id: string;
            job_type: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "expired";
            sequence: number;
            file_id?: string;
            result_file_id?: string;
            error?: {
                /** @constant */
                code: "job_failed";
                /** @description Today one of `encrypted_pdf`, `password_incorrect`, `corrupt_file`, `type_mismatch`, `empty_file`, `page_limit`, `page_out_of_range`, `page_too_large`, `decompression_limit`, `pixel_limit`, `output_limit`, `timeout`, `out_of_memory`, `file_changed`, `disk_full`, `no_text_found`, `unsupported_feature`, `signed_document`, `text_not_found`, `ambiguous_match`, `text_does_not_fit`, `glyph_missing`, `plan_invalid`, `policy_violation`, `instruction_refused`, `ai_unavailable`, `language_unavailable`, `conversion_failed`, `source_deleted`, `processor_lost`, `internal`. */
                reason: "encrypted_pdf" | "password_incorrect" | "corrupt_file" | "type_mismatch" | "empty_file" | "page_limit" | "page_out_of_range" | "page_too_large" | "decompression_limit" | "pixel_limit" | "output_limit" | "timeout" | "out_of_memory" | "file_changed" | "disk_full" | "no_text_found" | "unsupported_feature" | "signed_document" | "text_not_found" | "ambiguous_match" | "text_does_not_fit" | "glyph_missing" | "plan_invalid" | "policy_violation" | "instruction_refused" | "ai_unavailable" | "language_unavailable" | "conversion_failed" | "source_deleted" | "processor_lost" | "internal" | Other;
                message: string;
            };
            metadata?: {
                [key: string]: string;
            };
        };
        JobFields: {
            job_id: string;
            file_id: string;
            region: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at?: string;
            /**
             * Format: date-time
             * @description Set in every terminal state
             */
            completed_at?: string;
            /**
             * Format: date-time
             * @description When the results are erased
             */
            expires_at?: string;
            attempts: number;
            /** @description The batch that it is an item of */
            batch_id?: string;
            result_file_id?: string;
            /** @description All results in their order; `result_file_id` is the first */
            result_files?: components["schemas"]["ResultFile"][];
            progress: components["schemas"]["Progress"];
            error?: components["schemas"]["JobError"];
            warnings: components["schemas"]["Warning"][];
            metrics?: {
                [key: string]: number;
            };
            delivery?: components["schemas"]["ResultDelivery"];
            metadata?: {
                [key: string]: string;
            };
        };
        JobPage: {
            data: components["schemas"]["JobSummary"][];
            has_more: boolean;
            /** @description Null on the last page */
            next_cursor: string | null;
        };
        JobSummary: {
            job_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "expired";
            /** @enum {string} */
            type: "ai_edit" | "metadata" | "convert" | "ocr" | "compress" | "split" | "merge" | "pages" | "flatten" | "stamp" | "protect" | "unlock" | "pipeline";
            file_id: string;
            region: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at?: string;
            /**
             * Format: date-time
             * @description Set in every terminal state
             */
            completed_at?: string;
            /**
             * Format: date-time
             * @description When the results are erased
             */
            expires_at?: string;
            attempts: number;
            /** @description The batch that it is an item of */
            batch_id?: string;
            result_file_id?: string;
            progress: components["schemas"]["Progress"];
            error?: components["schemas"]["JobError"];
            metrics?: {
                [key: string]: number;
            };
            metadata?: {
                [key: string]: string;
            };
        };
        Key: {
            key_id: string;
            name: string;
            scopes: string[];
            /** @enum {string} */
            mode: "live" | "test";
            last4: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            revoked_at?: string;
            /** @description The key that took its place when it was rotated */
            replaced_by?: string;
            /**
             * Format: date-time
             * @description Exact to five minutes
             */
            last_used_at?: string;
        };
        KeyPage: {
            data: components["schemas"]["Key"][];
            has_more: boolean;
            /** @description Null on the last page */
            next_cursor: string | null;
        };
        /** @description Make one PDF of several files of any kind, with their outlines, links, forms, tags and layers. */
        MergeJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "merge";
            params: components["schemas"]["MergeParams"];
            report?: components["schemas"]["MergeReport"];
            /** @description Of this operation: `calculations_may_differ`, `collated_unevenly`, `counts_differ`, `fields_renamed`, `glyph_missing`, `pages_look_different`, `partly_tagged`, `roles_differ`, `tags_not_collated`, `xfa_removed`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "merge";
        };
        MergeJobRequest: {
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /** @description The files in their order, each with all its pages or those of `pages`. A picture is a page; a document of another kind is converted as `convert` does it. The first is the `file_id` of the job. */
            files: {
                file_id: string;
                /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
                pages?: string;
                /** @description For `outline: "file_names"` and `toc`: instead of the file’s name. */
                title?: string;
            }[];
            /**
             * @description `keep`: the outlines of the files one after the other; `file_names`: an item for each file, with its own outline below; `none`.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "file_names" | "none";
            /**
             * @description After a file with an odd number of pages an empty page is inserted, so that the next begins on a right-hand page.
             * @default false
             */
            even_pages?: boolean;
            /**
             * @description For sheets whose fronts and backs were scanned one after the other. `alternate`: a page of each file in turn; `alternate_reverse`: the same with the second file, and any further one, from its last page to its first, as a stack that was turned over comes out of the scanner. Pages that are left in a longer file come at the end.
             * @default none
             * @enum {string}
             */
            collate?: "none" | "alternate" | "alternate_reverse";
            /**
             * @description A table of contents comes first: the title of each file with the page on which it begins, as a link.
             * @default false
             */
            toc?: boolean;
            /**
             * @description The heading of the table of contents.
             * @default Contents
             */
            toc_title?: string;
            /** @description Opens the encrypted PDFs among the files. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        MergeParams: {
            /** @description The files in their order, each with all its pages or those of `pages`. A picture is a page; a document of another kind is converted as `convert` does it. The first is the `file_id` of the job. */
            files?: {
                file_id: string;
                /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
                pages?: string;
                /** @description For `outline: "file_names"` and `toc`: instead of the file’s name. */
                title?: string;
            }[];
            /**
             * @description `keep`: the outlines of the files one after the other; `file_names`: an item for each file, with its own outline below; `none`.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "file_names" | "none";
            /**
             * @description After a file with an odd number of pages an empty page is inserted, so that the next begins on a right-hand page.
             * @default false
             */
            even_pages?: boolean;
            /**
             * @description For sheets whose fronts and backs were scanned one after the other. `alternate`: a page of each file in turn; `alternate_reverse`: the same with the second file, and any further one, from its last page to its first, as a stack that was turned over comes out of the scanner. Pages that are left in a longer file come at the end.
             * @default none
             * @enum {string}
             */
            collate?: "none" | "alternate" | "alternate_reverse";
            /**
             * @description A table of contents comes first: the title of each file with the page on which it begins, as a link.
             * @default false
             */
            toc?: boolean;
            /**
             * @description The heading of the table of contents.
             * @default Contents
             */
            toc_title?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        MergeReport: {
            pages: number;
            bytes: number;
            files: ({
                filename: string;
                pages: number;
                first_page: number;
            } & {
                [key: string]: unknown;
            })[];
            toc?: {
                pages: number;
                entries: number;
            } & {
                [key: string]: unknown;
            };
            /** @description How many outline items, destinations, attachments, annotations, links, fields and tags there are. */
            before: {
                [key: string]: number;
            };
            /** @description How many outline items, destinations, attachments, annotations, links, fields and tags there are. */
            after?: {
                [key: string]: number;
            };
            /** @description What led to something that the result does not have. */
            left_behind: {
                [key: string]: number;
            };
            fields_renamed: {
                from: string;
                to: string;
            }[];
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                text_pages_compared?: number;
                text_identical?: boolean;
                rendered_pages_compared?: number;
                rendered_identical?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        MergeStep: {
            /** @constant */
            operation: "merge";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description `keep`: the outlines of the files one after the other; `file_names`: an item for each file, with its own outline below; `none`.
                 * @default keep
                 * @enum {string}
                 */
                outline?: "keep" | "file_names" | "none";
                /**
                 * @description After a file with an odd number of pages an empty page is inserted, so that the next begins on a right-hand page.
                 * @default false
                 */
                even_pages?: boolean;
                /**
                 * @description For sheets whose fronts and backs were scanned one after the other. `alternate`: a page of each file in turn; `alternate_reverse`: the same with the second file, and any further one, from its last page to its first, as a stack that was turned over comes out of the scanner. Pages that are left in a longer file come at the end.
                 * @default none
                 * @enum {string}
                 */
                collate?: "none" | "alternate" | "alternate_reverse";
                /**
                 * @description A table of contents comes first: the title of each file with the page on which it begins, as a link.
                 * @default false
                 */
                toc?: boolean;
                /**
                 * @description The heading of the table of contents.
                 * @default Contents
                 */
                toc_title?: string;
                /** @description Opens the encrypted PDFs among the files. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        /** @description Remove, read or set the metadata of a document. */
        MetadataJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "metadata";
            params: components["schemas"]["MetadataParams"];
            report?: components["schemas"]["MetadataReport"];
            /** @description Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "metadata";
        };
        MetadataJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description `remove` deletes every entry, `read` lists all entries, `set` writes `values`.
             * @enum {string}
             */
            action: "remove" | "read" | "set";
            /** @description For `set`: the entries to write; those not named keep their value. */
            values?: {
                /** @description Stored literally. An empty string removes the entry. */
                title?: string;
                /** @description Stored literally. An empty string removes the entry. */
                author?: string;
                /** @description Stored literally. An empty string removes the entry. */
                subject?: string;
                /** @description Stored literally. An empty string removes the entry. */
                keywords?: string;
                /** @description Stored literally. An empty string removes the entry. */
                creator?: string;
                /** @description Stored literally. An empty string removes the entry. */
                producer?: string;
                /** Format: date-time */
                created_at?: string;
                /** Format: date-time */
                modified_at?: string;
            };
            /**
             * @description For `remove`: also the authors of annotations (PDF) and of comments and revisions (DOCX).
             * @default false
             */
            remove_authors?: boolean;
            /**
             * @description For `remove`: also the names of optional-content layers (PDF).
             * @default false
             */
            remove_layer_names?: boolean;
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        MetadataParams: {
            /**
             * @description `remove` deletes every entry, `read` lists all entries, `set` writes `values`.
             * @enum {string}
             */
            action?: "remove" | "read" | "set";
            /** @description For `set`: the entries to write; those not named keep their value. */
            values?: {
                /** @description Stored literally. An empty string removes the entry. */
                title?: string;
                /** @description Stored literally. An empty string removes the entry. */
                author?: string;
                /** @description Stored literally. An empty string removes the entry. */
                subject?: string;
                /** @description Stored literally. An empty string removes the entry. */
                keywords?: string;
                /** @description Stored literally. An empty string removes the entry. */
                creator?: string;
                /** @description Stored literally. An empty string removes the entry. */
                producer?: string;
                /** Format: date-time */
                created_at?: string;
                /** Format: date-time */
                modified_at?: string;
            };
            /**
             * @description For `remove`: also the authors of annotations (PDF) and of comments and revisions (DOCX).
             * @default false
             */
            remove_authors?: boolean;
            /**
             * @description For `remove`: also the names of optional-content layers (PDF).
             * @default false
             */
            remove_layer_names?: boolean;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        MetadataReport: {
            /** @enum {string} */
            action: "remove" | "read" | "set";
            /** @description What the file said about itself. */
            found?: {
                entries: ({
                    kind: string;
                    location: string;
                } & {
                    [key: string]: unknown;
                })[];
                total: number;
            } & {
                [key: string]: unknown;
            };
            removed?: unknown[];
            /** @description Where values were written. */
            written?: string[];
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification?: {
                [key: string]: unknown;
            };
        };
        MetadataStep: {
            /** @constant */
            operation: "metadata";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description `remove` deletes every entry, `read` lists all entries, `set` writes `values`.
                 * @enum {string}
                 */
                action: "remove" | "read" | "set";
                /** @description For `set`: the entries to write; those not named keep their value. */
                values?: {
                    /** @description Stored literally. An empty string removes the entry. */
                    title?: string;
                    /** @description Stored literally. An empty string removes the entry. */
                    author?: string;
                    /** @description Stored literally. An empty string removes the entry. */
                    subject?: string;
                    /** @description Stored literally. An empty string removes the entry. */
                    keywords?: string;
                    /** @description Stored literally. An empty string removes the entry. */
                    creator?: string;
                    /** @description Stored literally. An empty string removes the entry. */
                    producer?: string;
                    /** Format: date-time */
                    created_at?: string;
                    /** Format: date-time */
                    modified_at?: string;
                };
                /**
                 * @description For `remove`: also the authors of annotations (PDF) and of comments and revisions (DOCX).
                 * @default false
                 */
                remove_authors?: boolean;
                /**
                 * @description For `remove`: also the names of optional-content layers (PDF).
                 * @default false
                 */
                remove_layer_names?: boolean;
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        NewKey: {
            key_id: string;
            name: string;
            scopes: string[];
            /** @enum {string} */
            mode: "live" | "test";
            last4: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            revoked_at?: string;
            /** @description The key that took its place when it was rotated */
            replaced_by?: string;
            /**
             * Format: date-time
             * @description Exact to five minutes
             */
            last_used_at?: string;
            /** @description The key itself, in this answer only */
            key: string;
        };
        /** @description Recognise the text of scanned pages. */
        OcrJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "ocr";
            params: components["schemas"]["OcrParams"];
            report?: components["schemas"]["OcrReport"];
            /** @description Of this operation: `pages_not_compared`, `text_kept`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ocr";
        };
        OcrJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description Languages of the text, the most frequent first: ISO 639-2 codes, some with a script (`chi_sim`); `en` is `eng`. `GET /capabilities` lists them.
             * @default [
             *       "eng"
             *     ]
             */
            languages?: string[];
            /**
             * @description `searchable_pdf`: the document with an invisible text layer; `pdfa`: the same as PDF/A-2b (what the standard does not allow is replaced or removed, with a warning); `txt`: paragraphs, a form feed between pages; `hocr`: hOCR 1.2; `json`: words with boxes in points and confidence.
             * @default searchable_pdf
             * @enum {string}
             */
            output_format?: "searchable_pdf" | "pdfa" | "txt" | "hocr" | "json";
            /**
             * @description `skip_text` leaves pages that have text as they are; `redo` replaces the text layer of an earlier recognition; `force` reads the picture of every page, and the recognised text replaces the text of the page; the page looks the same.
             * @default skip_text
             * @enum {string}
             */
            mode?: "skip_text" | "force" | "redo";
            /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
            pages?: string;
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        OcrParams: {
            /**
             * @description Languages of the text, the most frequent first: ISO 639-2 codes, some with a script (`chi_sim`); `en` is `eng`. `GET /capabilities` lists them.
             * @default [
             *       "eng"
             *     ]
             */
            languages?: string[];
            /**
             * @description `searchable_pdf`: the document with an invisible text layer; `pdfa`: the same as PDF/A-2b (what the standard does not allow is replaced or removed, with a warning); `txt`: paragraphs, a form feed between pages; `hocr`: hOCR 1.2; `json`: words with boxes in points and confidence.
             * @default searchable_pdf
             * @enum {string}
             */
            output_format?: "searchable_pdf" | "pdfa" | "txt" | "hocr" | "json";
            /**
             * @description `skip_text` leaves pages that have text as they are; `redo` replaces the text layer of an earlier recognition; `force` reads the picture of every page, and the recognised text replaces the text of the page; the page looks the same.
             * @default skip_text
             * @enum {string}
             */
            mode?: "skip_text" | "force" | "redo";
            /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
            pages?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        OcrReport: {
            engine: {
                name: string;
                version: string;
            } & {
                [key: string]: unknown;
            };
            languages: string[];
            mode: string;
            output_format: string;
            totals: {
                pages: number;
                ocr: number;
                words: number;
                confidence?: number | null;
            } & {
                [key: string]: unknown;
            };
            /** @description As ranges: `1-3,7`. */
            pages_without_text: string;
            /** @description How `pages` lists them. */
            pages_format: string;
            /** @description What was done with each page, with words and confidence (0–100). */
            pages: unknown[];
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification?: {
                [key: string]: unknown;
            };
        };
        OcrStep: {
            /** @constant */
            operation: "ocr";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description Languages of the text, the most frequent first: ISO 639-2 codes, some with a script (`chi_sim`); `en` is `eng`. `GET /capabilities` lists them.
                 * @default [
                 *       "eng"
                 *     ]
                 */
                languages?: string[];
                /**
                 * @description `searchable_pdf`: the document with an invisible text layer; `pdfa`: the same as PDF/A-2b (what the standard does not allow is replaced or removed, with a warning); `txt`: paragraphs, a form feed between pages; `hocr`: hOCR 1.2; `json`: words with boxes in points and confidence.
                 * @default searchable_pdf
                 * @enum {string}
                 */
                output_format?: "searchable_pdf" | "pdfa" | "txt" | "hocr" | "json";
                /**
                 * @description `skip_text` leaves pages that have text as they are; `redo` replaces the text layer of an earlier recognition; `force` reads the picture of every page, and the recognised text replaces the text of the page; the page looks the same.
                 * @default skip_text
                 * @enum {string}
                 */
                mode?: "skip_text" | "force" | "redo";
                /** @description Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`. */
                pages?: string;
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        /** @description Rotate, delete, reorder, insert, duplicate, crop and resize pages, several on a sheet, or as a booklet. */
        PagesJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "pages";
            params: components["schemas"]["PagesParams"];
            report?: components["schemas"]["PagesReport"];
            /** @description Of this operation: `annotations_cut`, `counts_differ`, `page_labels_removed`, `pages_look_different`, `pages_not_compared`, `xfa_removed`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pages";
        };
        PagesJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description What to do, in this order. Page numbers of a step count the pages that the steps before it left.
             * @example [
             *       {
             *         "op": "rotate",
             *         "pages": "1",
             *         "degrees": 90
             *       }
             *     ]
             */
            steps: ({
                /** @constant */
                op: "rotate";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Clockwise, added to the present rotation.
                 * @enum {number}
                 */
                degrees: 90 | 180 | 270 | -90;
            } | {
                /** @constant */
                op: "delete";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
            } | {
                /** @constant */
                op: "keep";
                /** @description These pages alone, in this order; a page named twice comes twice. */
                pages: string;
            } | {
                /** @constant */
                op: "reorder";
                /** @description `reverse`, or pages that come first in this order; those that are not named follow in theirs. */
                order: "reverse" | string;
            } | {
                /** @constant */
                op: "move";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                before?: number;
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                after?: number;
            } | {
                /** @constant */
                op: "insert_blank";
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                before?: number;
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                after?: number;
                /** @default 1 */
                count?: number;
                /** @description By default the size of the page beside it. */
                page_size?: string;
                /**
                 * @default auto
                 * @enum {string}
                 */
                orientation?: "auto" | "portrait" | "landscape";
            } | {
                /** @constant */
                op: "duplicate";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description How many copies to add, each directly after its original.
                 * @default 1
                 */
                copies?: number;
            } | {
                /** @constant */
                op: "crop";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                top?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                right?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                bottom?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                left?: string;
            } | {
                /** @constant */
                op: "resize";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description A name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive), or width and height such as `210mm x 297mm` (mm, cm, in, pt, px). */
                page_size: string;
                /**
                 * @description `auto`: that of each page.
                 * @default auto
                 * @enum {string}
                 */
                orientation?: "auto" | "portrait" | "landscape";
                /**
                 * @description How the page fills its new size: whole inside it, covering it and cropped, stretched out of proportion, or as large as it is; in the middle.
                 * @default contain
                 * @enum {string}
                 */
                fit?: "contain" | "cover" | "stretch" | "none";
                /**
                 * @description Free space at all sides of a page.
                 * @default 0
                 */
                margin?: string;
            } | {
                /** @constant */
                op: "n_up";
                /**
                 * @default 2
                 * @enum {number}
                 */
                pages_per_sheet?: 2 | 3 | 4 | 6 | 8 | 9 | 16;
                /** @description Of the sheets; by default the size of the first page. */
                page_size?: string;
                /**
                 * @description Of the sheets; `auto`: the one in which the pages are larger.
                 * @default auto
                 * @enum {string}
                 */
                orientation?: "auto" | "portrait" | "landscape";
                /**
                 * @description `rows`: from side to side, then down; `columns`: down first.
                 * @default rows
                 * @enum {string}
                 */
                order?: "rows" | "columns";
                /** @default false */
                right_to_left?: boolean;
                /**
                 * @description Between the pages of a sheet.
                 * @default 0
                 */
                gap?: string;
                /**
                 * @description Free space at all sides of a sheet.
                 * @default 0
                 */
                margin?: string;
            } | {
                /** @constant */
                op: "booklet";
                /** @description Of the sheets, two pages side by side; by default twice the width of the first page. */
                page_size?: string;
                /**
                 * @description `right`: for scripts that are read from right to left.
                 * @default left
                 * @enum {string}
                 */
                binding?: "left" | "right";
                /** @description Sheets of paper that are folded together; by default all. The last signature may have fewer. */
                sheets_per_signature?: number;
                /**
                 * @description Free space at all sides of a page.
                 * @default 0
                 */
                margin?: string;
            })[];
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        PagesParams: {
            /**
             * @description What to do, in this order. Page numbers of a step count the pages that the steps before it left.
             * @example [
             *       {
             *         "op": "rotate",
             *         "pages": "1",
             *         "degrees": 90
             *       }
             *     ]
             */
            steps?: ({
                /** @constant */
                op: "rotate";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description Clockwise, added to the present rotation.
                 * @enum {number}
                 */
                degrees: 90 | 180 | 270 | -90;
            } | {
                /** @constant */
                op: "delete";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
            } | {
                /** @constant */
                op: "keep";
                /** @description These pages alone, in this order; a page named twice comes twice. */
                pages: string;
            } | {
                /** @constant */
                op: "reorder";
                /** @description `reverse`, or pages that come first in this order; those that are not named follow in theirs. */
                order: "reverse" | string;
            } | {
                /** @constant */
                op: "move";
                /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                pages: string;
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                before?: number;
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                after?: number;
            } | {
                /** @constant */
                op: "insert_blank";
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                before?: number;
                /** @description A page: from 1, or negative from the end (-1 is the last). */
                after?: number;
                /** @default 1 */
                count?: number;
                /** @description By default the size of the page beside it. */
                page_size?: string;
                /**
                 * @default auto
                 * @enum {string}
                 */
                orientation?: "auto" | "portrait" | "landscape";
            } | {
                /** @constant */
                op: "duplicate";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description How many copies to add, each directly after its original.
                 * @default 1
                 */
                copies?: number;
            } | {
                /** @constant */
                op: "crop";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                top?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                right?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                bottom?: string;
                /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                left?: string;
            } | {
                /** @constant */
                op: "resize";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /** @description A name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive), or width and height such as `210mm x 297mm` (mm, cm, in, pt, px). */
                page_size: string;
                /**
                 * @description `auto`: that of each page.
                 * @default auto
                 * @enum {string}
                 */
                orientation?: "auto" | "portrait" | "landscape";
                /**
                 * @description How the page fills its new size: whole inside it, covering it and cropped, stretched out of proportion, or as large as it is; in the middle.
                 * @default contain
                 * @enum {string}
                 */
                fit?: "contain" | "cover" | "stretch" | "none";
                /**
                 * @description Free space at all sides of a page.
                 * @default 0
                 */
                margin?: string;
            } | {
                /** @constant */
                op: "n_up";
                /**
                 * @default 2
                 * @enum {number}
                 */
                pages_per_sheet?: 2 | 3 | 4 | 6 | 8 | 9 | 16;
                /** @description Of the sheets; by default the size of the first page. */
                page_size?: string;
                /**
                 * @description Of the sheets; `auto`: the one in which the pages are larger.
                 * @default auto
                 * @enum {string}
                 */
                orientation?: "auto" | "portrait" | "landscape";
                /**
                 * @description `rows`: from side to side, then down; `columns`: down first.
                 * @default rows
                 * @enum {string}
                 */
                order?: "rows" | "columns";
                /** @default false */
                right_to_left?: boolean;
                /**
                 * @description Between the pages of a sheet.
                 * @default 0
                 */
                gap?: string;
                /**
                 * @description Free space at all sides of a sheet.
                 * @default 0
                 */
                margin?: string;
            } | {
                /** @constant */
                op: "booklet";
                /** @description Of the sheets, two pages side by side; by default twice the width of the first page. */
                page_size?: string;
                /**
                 * @description `right`: for scripts that are read from right to left.
                 * @default left
                 * @enum {string}
                 */
                binding?: "left" | "right";
                /** @description Sheets of paper that are folded together; by default all. The last signature may have fewer. */
                sheets_per_signature?: number;
                /**
                 * @description Free space at all sides of a page.
                 * @default 0
                 */
                margin?: string;
            })[];
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        PagesReport: {
            pages_before: number;
            pages: number;
            bytes: number;
            /** @description Each page of the result: the pages of the source that it shows, and its size in points. */
            made: ({
                from: number[];
                width_pt: number;
                height_pt: number;
            } & {
                [key: string]: unknown;
            })[];
            made_total?: number;
            /** @description How many outline items, destinations, attachments, annotations, links, fields and tags there are. */
            before?: {
                [key: string]: number;
            };
            /** @description How many outline items, destinations, attachments, annotations, links, fields and tags there are. */
            after?: {
                [key: string]: number;
            };
            /** @description What led to something that the result does not have. */
            left_behind: {
                [key: string]: number;
            };
            /** @description Each page was drawn by a second engine and compared with what was planned. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                drawn_by: string;
                pages_compared: number;
                /** @description The verdict of qpdf on the structure of the file. */
                qpdf_check?: string;
            } & {
                [key: string]: unknown;
            };
        };
        PagesStep: {
            /** @constant */
            operation: "pages";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description What to do, in this order. Page numbers of a step count the pages that the steps before it left.
                 * @example [
                 *       {
                 *         "op": "rotate",
                 *         "pages": "1",
                 *         "degrees": 90
                 *       }
                 *     ]
                 */
                steps: ({
                    /** @constant */
                    op: "rotate";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description Clockwise, added to the present rotation.
                     * @enum {number}
                     */
                    degrees: 90 | 180 | 270 | -90;
                } | {
                    /** @constant */
                    op: "delete";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                } | {
                    /** @constant */
                    op: "keep";
                    /** @description These pages alone, in this order; a page named twice comes twice. */
                    pages: string;
                } | {
                    /** @constant */
                    op: "reorder";
                    /** @description `reverse`, or pages that come first in this order; those that are not named follow in theirs. */
                    order: "reverse" | string;
                } | {
                    /** @constant */
                    op: "move";
                    /** @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`. */
                    pages: string;
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    before?: number;
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    after?: number;
                } | {
                    /** @constant */
                    op: "insert_blank";
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    before?: number;
                    /** @description A page: from 1, or negative from the end (-1 is the last). */
                    after?: number;
                    /** @default 1 */
                    count?: number;
                    /** @description By default the size of the page beside it. */
                    page_size?: string;
                    /**
                     * @default auto
                     * @enum {string}
                     */
                    orientation?: "auto" | "portrait" | "landscape";
                } | {
                    /** @constant */
                    op: "duplicate";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description How many copies to add, each directly after its original.
                     * @default 1
                     */
                    copies?: number;
                } | {
                    /** @constant */
                    op: "crop";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                    top?: string;
                    /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                    right?: string;
                    /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                    bottom?: string;
                    /** @description A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`. */
                    left?: string;
                } | {
                    /** @constant */
                    op: "resize";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /** @description A name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive), or width and height such as `210mm x 297mm` (mm, cm, in, pt, px). */
                    page_size: string;
                    /**
                     * @description `auto`: that of each page.
                     * @default auto
                     * @enum {string}
                     */
                    orientation?: "auto" | "portrait" | "landscape";
                    /**
                     * @description How the page fills its new size: whole inside it, covering it and cropped, stretched out of proportion, or as large as it is; in the middle.
                     * @default contain
                     * @enum {string}
                     */
                    fit?: "contain" | "cover" | "stretch" | "none";
                    /**
                     * @description Free space at all sides of a page.
                     * @default 0
                     */
                    margin?: string;
                } | {
                    /** @constant */
                    op: "n_up";
                    /**
                     * @default 2
                     * @enum {number}
                     */
                    pages_per_sheet?: 2 | 3 | 4 | 6 | 8 | 9 | 16;
                    /** @description Of the sheets; by default the size of the first page. */
                    page_size?: string;
                    /**
                     * @description Of the sheets; `auto`: the one in which the pages are larger.
                     * @default auto
                     * @enum {string}
                     */
                    orientation?: "auto" | "portrait" | "landscape";
                    /**
                     * @description `rows`: from side to side, then down; `columns`: down first.
                     * @default rows
                     * @enum {string}
                     */
                    order?: "rows" | "columns";
                    /** @default false */
                    right_to_left?: boolean;
                    /**
                     * @description Between the pages of a sheet.
                     * @default 0
                     */
                    gap?: string;
                    /**
                     * @description Free space at all sides of a sheet.
                     * @default 0
                     */
                    margin?: string;
                } | {
                    /** @constant */
                    op: "booklet";
                    /** @description Of the sheets, two pages side by side; by default twice the width of the first page. */
                    page_size?: string;
                    /**
                     * @description `right`: for scripts that are read from right to left.
                     * @default left
                     * @enum {string}
                     */
                    binding?: "left" | "right";
                    /** @description Sheets of paper that are folded together; by default all. The last signature may have fewer. */
                    sheets_per_signature?: number;
                    /**
                     * @description Free space at all sides of a page.
                     * @default 0
                     */
                    margin?: string;
                })[];
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        /** @description Run up to eight operations one after the other, on one or several files, in one job. */
        PipelineJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "pipeline";
            params: components["schemas"]["PipelineParams"];
            report?: components["schemas"]["PipelineReport"];
            /** @description Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pipeline";
        };
        PipelineJobRequest: {
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /** @description What the first step reads. The first is the `file_id` of the job. */
            files: {
                file_id: string;
            }[];
            /**
             * @description One after the other, each on the results of the one before: on each file by itself, and `merge` on all of them (without its `files`). At most 100 files go from one step to the next. Each step counts as a job for the plan’s monthly quota.
             * @example [
             *       {
             *         "operation": "metadata",
             *         "params": {
             *           "action": "remove"
             *         }
             *       },
             *       {
             *         "operation": "compress"
             *       }
             *     ]
             */
            steps: (components["schemas"]["AiEditStep"] | components["schemas"]["MetadataStep"] | components["schemas"]["ConvertStep"] | components["schemas"]["OcrStep"] | components["schemas"]["CompressStep"] | components["schemas"]["SplitStep"] | components["schemas"]["MergeStep"] | components["schemas"]["PagesStep"] | components["schemas"]["FlattenStep"] | components["schemas"]["StampStep"] | components["schemas"]["ProtectStep"] | components["schemas"]["UnlockStep"])[];
        };
        /** @description The parameters of the job, as they were read. */
        PipelineParams: {
            /** @description What the first step reads. The first is the `file_id` of the job. */
            files?: {
                file_id: string;
            }[];
            /**
             * @description One after the other, each on the results of the one before: on each file by itself, and `merge` on all of them (without its `files`). At most 100 files go from one step to the next. Each step counts as a job for the plan’s monthly quota.
             * @example [
             *       {
             *         "operation": "metadata",
             *         "params": {
             *           "action": "remove"
             *         }
             *       },
             *       {
             *         "operation": "compress"
             *       }
             *     ]
             */
            steps?: (components["schemas"]["AiEditStep"] | components["schemas"]["MetadataStep"] | components["schemas"]["ConvertStep"] | components["schemas"]["OcrStep"] | components["schemas"]["CompressStep"] | components["schemas"]["SplitStep"] | components["schemas"]["MergeStep"] | components["schemas"]["PagesStep"] | components["schemas"]["FlattenStep"] | components["schemas"]["StampStep"] | components["schemas"]["ProtectStep"] | components["schemas"]["UnlockStep"])[];
        };
        /** @description The evidence: what was done and how it was verified. */
        PipelineReport: {
            /** @description Each step with what it read and made; `report` is that of its operation. */
            steps: ({
                operation: string;
                files: ({
                    sources: string[];
                    results: string[];
                    report: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            })[];
        };
        Progress: {
            percent: number;
            stage: string;
            pages_done?: number;
            pages_total?: number;
            step?: number;
            steps_total?: number;
        };
        ProgressEvent: {
            /** @constant */
            event: "job.progress";
            job_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "expired";
            attempts: number;
            progress: components["schemas"]["Progress"];
        };
        /** @description Encrypt a PDF with AES-256: a password to open it, permissions for those who do not know another. */
        ProtectJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "protect";
            params: components["schemas"]["ProtectParams"];
            report?: components["schemas"]["ProtectReport"];
            /** @description Of this operation: `pdfa_claim_broken`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "protect";
        };
        ProtectJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description Needed to open the result. Without it, anyone opens it, and only the permissions are bound to the owner password.
             * @example a long sentence is a good password
             */
            user_password?: string;
            /** @description Lifts the permissions. Without it, the user password does, and no permission can be taken away. */
            owner_password?: string;
            /** @description What may be done without the owner password; all of it where absent. */
            permissions?: {
                /**
                 * @description `low_resolution`: as a picture of the page at 150 dpi.
                 * @default full
                 * @enum {string}
                 */
                print?: "none" | "low_resolution" | "full";
                /**
                 * @description `assemble`: insert, rotate and delete pages; `fill_forms`: that, and fill and sign fields; `annotate`: that, and comments; `all`: also the content.
                 * @default all
                 * @enum {string}
                 */
                change?: "none" | "assemble" | "fill_forms" | "annotate" | "all";
                /**
                 * @description Copy text and pictures. Programs that read aloud may always read.
                 * @default true
                 */
                copy?: boolean;
            };
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        ProtectParams: {
            /** @description What may be done without the owner password; all of it where absent. */
            permissions?: {
                /**
                 * @description `low_resolution`: as a picture of the page at 150 dpi.
                 * @default full
                 * @enum {string}
                 */
                print?: "none" | "low_resolution" | "full";
                /**
                 * @description `assemble`: insert, rotate and delete pages; `fill_forms`: that, and fill and sign fields; `annotate`: that, and comments; `all`: also the content.
                 * @default all
                 * @enum {string}
                 */
                change?: "none" | "assemble" | "fill_forms" | "annotate" | "all";
                /**
                 * @description Copy text and pictures. Programs that read aloud may always read.
                 * @default true
                 */
                copy?: boolean;
            };
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        ProtectReport: {
            encryption: {
                algorithm: string;
                revision: number;
                /** @description Today one of `password`, `no password`. */
                opens_with: "password" | "no password" | Other;
                was_encrypted: boolean;
                permissions?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                text_pages_compared?: number;
                text_identical?: boolean;
                rendered_pages_compared?: number;
                rendered_identical?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        ProtectStep: {
            /** @constant */
            operation: "protect";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description Needed to open the result. Without it, anyone opens it, and only the permissions are bound to the owner password.
                 * @example a long sentence is a good password
                 */
                user_password?: string;
                /** @description Lifts the permissions. Without it, the user password does, and no permission can be taken away. */
                owner_password?: string;
                /** @description What may be done without the owner password; all of it where absent. */
                permissions?: {
                    /**
                     * @description `low_resolution`: as a picture of the page at 150 dpi.
                     * @default full
                     * @enum {string}
                     */
                    print?: "none" | "low_resolution" | "full";
                    /**
                     * @description `assemble`: insert, rotate and delete pages; `fill_forms`: that, and fill and sign fields; `annotate`: that, and comments; `all`: also the content.
                     * @default all
                     * @enum {string}
                     */
                    change?: "none" | "assemble" | "fill_forms" | "annotate" | "all";
                    /**
                     * @description Copy text and pictures. Programs that read aloud may always read.
                     * @default true
                     */
                    copy?: boolean;
                };
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        QueuedState: components["schemas"]["JobFields"] & {
            /** @constant */
            status: "queued";
        };
        Readiness: {
            /** @enum {string} */
            status: "ready" | "not_ready";
            checks: {
                [key: string]: boolean;
            };
            /** @description By region: how its processors keep jobs apart. A region that does not answer is absent */
            isolation: {
                [key: string]: "namespaces" | "landlock" | "none";
            };
        };
        RecoverDeliveries: {
            /**
             * Format: date-time
             * @description Send again the deliveries that failed since then, and the events missed while the endpoint was disabled
             */
            since: string;
        };
        Recovered: {
            recovered: number;
            /** @description True when more remain: one call sends up to 1000; call again */
            has_more: boolean;
        };
        RefusedField: {
            field: string;
            issue: string;
            message: string;
            /** @description In a text field: where the faulty part begins, in UTF-16 code units. */
            start?: number;
            /** @description Where the faulty part ends, exclusive. */
            end?: number;
            /** @description What was probably meant: names, values, or instructions that would be understood. */
            suggestions?: string[];
        };
        RequestAccess: {
            /** @example Example Limited */
            company_name: string;
            /**
             * Format: email
             * @description Where the answer goes
             * @example ada@example.com
             */
            contact_email: string;
            /**
             * Format: uri
             * @example https://example.com/
             */
            website: string;
            /**
             * @description What you intend to use the service for
             * @example Removing metadata from what our customers send to courts.
             */
            use_case: string;
            /**
             * @description Files in a month
             * @example 20000
             */
            monthly_volume: number;
            /**
             * @example [
             *       "application/pdf"
             *     ]
             */
            file_types: string[];
            /** @example 800000 */
            average_file_bytes: number;
            security_requirements?: string;
            /** @description Whether a Data Processing Agreement is required */
            needs_dpa: boolean;
            /** @default auto */
            preferred_region?: string;
            /** @default false */
            needs_webhooks?: boolean;
            /** @default false */
            needs_batch?: boolean;
            /** @description Limits beyond those of the plans, if they are needed */
            custom_limits?: string;
        };
        RequestedAccess: {
            access_request_id: string;
            /** @constant */
            state: "pending";
            /** Format: date-time */
            created_at: string;
        };
        /** @description Of a job with `deliver_to` */
        ResultDelivery: {
            /**
             * @description `waiting` for the job; `pending`: under way or to be tried again; `dropped`: the job has no result
             * @enum {string}
             */
            status: "waiting" | "pending" | "delivered" | "failed" | "dropped";
            /** @description Of the result that is under way, or was the last */
            attempts: number;
            /** @description Results that have arrived; they are sent one after the other */
            delivered: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            next_attempt_at?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at?: string;
            /** @description Of the last attempt that failed */
            error?: "url_refused" | "address_refused" | "name_not_resolved" | "connection_failed" | "tls_failed" | "timeout" | "malformed_answer" | "status" | "several_results" | "result_gone" | Other;
            /** @description The status that the address answered then */
            answered?: number;
        };
        ResultFile: {
            file_id: string;
            filename: string;
            content_type: string;
            size_bytes: number;
            sha256: string;
        };
        RevokedKey: {
            key_id: string;
            /** @constant */
            revoked: true;
        };
        RotateKey: {
            /**
             * @description How long the old key stays valid beside the new one
             * @default 0
             */
            grace_seconds?: number;
        };
        RotateSecret: {
            /**
             * @description How long deliveries are signed with both secrets
             * @default 86400
             */
            grace_seconds?: number;
        };
        RotatedKey: {
            key_id: string;
            name: string;
            scopes: string[];
            /** @enum {string} */
            mode: "live" | "test";
            last4: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            revoked_at?: string;
            /** @description The key that took its place when it was rotated */
            replaced_by?: string;
            /**
             * Format: date-time
             * @description Exact to five minutes
             */
            last_used_at?: string;
            /** @description The key itself, in this answer only */
            key: string;
            replaces: {
                key_id: string;
                /**
                 * Format: date-time
                 * @description When the old key stops being valid
                 */
                expires_at: string;
            };
        };
        RunningState: components["schemas"]["JobFields"] & {
            /** @constant */
            status: "running";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string;
        };
        /** @description Divide a PDF into several, each with what belongs to its pages. */
        SplitJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "split";
            params: components["schemas"]["SplitParams"];
            report?: components["schemas"]["SplitReport"];
            /** @description Of this operation: `attachments_in_first`, `counts_differ`, `pages_look_different`, `xfa_removed`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "split";
        };
        SplitJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /** @description A result for each list of pages: `["1-3", "4-end"]`. */
            ranges?: string[];
            /**
             * @description A result for every so many pages.
             * @example 10
             */
            every?: number;
            /**
             * @description A result for each page.
             * @constant
             */
            pages?: "each";
            /** @description A result for each page to which an item of the outline leads, down to this level; `1` is the highest. */
            by_outline?: number;
            /** @description Results of at most this size, each with as many pages as fit; a page that is larger by itself is a result of its own. */
            by_size_bytes?: number;
            /**
             * @description Blank pages divide the document and are left out.
             * @constant
             */
            by_blank_pages?: true;
            /** @description A result begins at each page whose text matches this regular expression: `(?i)^invoice no\. \d+`. Groups, classes, `|`, `*`, `+`, `?`, `{n,m}`, `^` and `$` (of a line), `\b`; neither look-around nor references to groups. */
            by_text?: string;
            /** @description Sheets with a barcode divide the document: `{}`, or `{"pattern": "^INVOICE-"}` for some of them. */
            by_barcode?: {
                /**
                 * @default [
                 *       "qr_code",
                 *       "code_128"
                 *     ]
                 */
                formats?: ("qr_code" | "code_128")[];
                /** @description Only barcodes whose text matches this regular expression, as of `by_text`. */
                pattern?: string;
                /**
                 * @description `keep`: the sheet is the first page of what follows it.
                 * @default remove
                 * @enum {string}
                 */
                separator?: "remove" | "keep";
            };
            /**
             * @description `files`: every result is a file of its own, at most 100; `zip`: one archive of them all.
             * @default files
             * @enum {string}
             */
            output?: "files" | "zip";
            /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        SplitParams: {
            /** @description A result for each list of pages: `["1-3", "4-end"]`. */
            ranges?: string[];
            /**
             * @description A result for every so many pages.
             * @example 10
             */
            every?: number;
            /**
             * @description A result for each page.
             * @constant
             */
            pages?: "each";
            /** @description A result for each page to which an item of the outline leads, down to this level; `1` is the highest. */
            by_outline?: number;
            /** @description Results of at most this size, each with as many pages as fit; a page that is larger by itself is a result of its own. */
            by_size_bytes?: number;
            /**
             * @description Blank pages divide the document and are left out.
             * @constant
             */
            by_blank_pages?: true;
            /** @description A result begins at each page whose text matches this regular expression: `(?i)^invoice no\. \d+`. Groups, classes, `|`, `*`, `+`, `?`, `{n,m}`, `^` and `$` (of a line), `\b`; neither look-around nor references to groups. */
            by_text?: string;
            /** @description Sheets with a barcode divide the document: `{}`, or `{"pattern": "^INVOICE-"}` for some of them. */
            by_barcode?: {
                /**
                 * @default [
                 *       "qr_code",
                 *       "code_128"
                 *     ]
                 */
                formats?: ("qr_code" | "code_128")[];
                /** @description Only barcodes whose text matches this regular expression, as of `by_text`. */
                pattern?: string;
                /**
                 * @description `keep`: the sheet is the first page of what follows it.
                 * @default remove
                 * @enum {string}
                 */
                separator?: "remove" | "keep";
            };
            /**
             * @description `files`: every result is a file of its own, at most 100; `zip`: one archive of them all.
             * @default files
             * @enum {string}
             */
            output?: "files" | "zip";
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        SplitReport: {
            results: number;
            /** @description Each result with its pages of the source, as ranges. */
            parts: ({
                pages: string;
                page_count: number;
                bytes: number;
                title?: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description What the source holds. */
            source: {
                [key: string]: number;
            };
            links_to_other_results: number;
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                text_pages_compared?: number;
                text_identical?: boolean;
                rendered_pages_compared?: number;
                rendered_identical?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        SplitStep: {
            /** @constant */
            operation: "split";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /** @description A result for each list of pages: `["1-3", "4-end"]`. */
                ranges?: string[];
                /**
                 * @description A result for every so many pages.
                 * @example 10
                 */
                every?: number;
                /**
                 * @description A result for each page.
                 * @constant
                 */
                pages?: "each";
                /** @description A result for each page to which an item of the outline leads, down to this level; `1` is the highest. */
                by_outline?: number;
                /** @description Results of at most this size, each with as many pages as fit; a page that is larger by itself is a result of its own. */
                by_size_bytes?: number;
                /**
                 * @description Blank pages divide the document and are left out.
                 * @constant
                 */
                by_blank_pages?: true;
                /** @description A result begins at each page whose text matches this regular expression: `(?i)^invoice no\. \d+`. Groups, classes, `|`, `*`, `+`, `?`, `{n,m}`, `^` and `$` (of a line), `\b`; neither look-around nor references to groups. */
                by_text?: string;
                /** @description Sheets with a barcode divide the document: `{}`, or `{"pattern": "^INVOICE-"}` for some of them. */
                by_barcode?: {
                    /**
                     * @default [
                     *       "qr_code",
                     *       "code_128"
                     *     ]
                     */
                    formats?: ("qr_code" | "code_128")[];
                    /** @description Only barcodes whose text matches this regular expression, as of `by_text`. */
                    pattern?: string;
                    /**
                     * @description `keep`: the sheet is the first page of what follows it.
                     * @default remove
                     * @enum {string}
                     */
                    separator?: "remove" | "keep";
                };
                /**
                 * @description `files`: every result is a file of its own, at most 100; `zip`: one archive of them all.
                 * @default files
                 * @enum {string}
                 */
                output?: "files" | "zip";
                /** @description Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        /** @description Put watermarks, pictures, pages of another PDF, page and Bates numbers, headers, footers and QR codes on the pages of a PDF. */
        StampJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "stamp";
            params: components["schemas"]["StampParams"];
            report?: components["schemas"]["StampReport"];
            /** @description Of this operation: `code_not_read`, `pages_not_compared`, `pdfa_claim_broken`, `stamp_hides_text`, `stamp_not_visible`, `stamp_over_content`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "stamp";
        };
        StampJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /**
             * @description What is put on pages, one after the other.
             * @example [
             *       {
             *         "kind": "page_numbers",
             *         "format": "{page} / {pages}"
             *       }
             *     ]
             */
            marks: ({
                /** @constant */
                kind: "text";
                text: string;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                 * @default diagonal
                 */
                rotation?: number | "diagonal";
                /** @default 0.3 */
                opacity?: number;
                /** @description Points; without it as large as the page allows, or 24 where it is `tiled`. */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #808080
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
                /**
                 * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                 * @default over
                 * @enum {string}
                 */
                layer?: "over" | "under";
                /**
                 * @description Repeated in rows over the whole page; `position` and `margin` say nothing then.
                 * @default false
                 */
                tiled?: boolean;
            } | {
                /** @constant */
                kind: "image";
                /**
                 * @description Which of `files`, from 1.
                 * @default 1
                 */
                file?: number;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                 * @default 0
                 */
                rotation?: number | "diagonal";
                /** @default 1 */
                opacity?: number;
                /** @description Of the picture on the page; without it a quarter of the page’s width. */
                width?: string;
                /**
                 * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                 * @default over
                 * @enum {string}
                 */
                layer?: "over" | "under";
                /**
                 * @description Repeated in rows over the whole page; `position` and `margin` say nothing then.
                 * @default false
                 */
                tiled?: boolean;
            } | {
                /** @constant */
                kind: "pdf";
                /**
                 * @description Which of `files`, from 1.
                 * @default 1
                 */
                file?: number;
                /**
                 * @description Which pages of the file: the first on the first page that gets one, and so on; the last one on all further pages.
                 * @default 1
                 */
                file_pages?: string;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 0
                 */
                margin?: string;
                /**
                 * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                 * @default 0
                 */
                rotation?: number | "diagonal";
                /** @default 1 */
                opacity?: number;
                /** @description Of the file’s page on the page; without it as large as fits. */
                width?: string;
                /**
                 * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                 * @default over
                 * @enum {string}
                 */
                layer?: "over" | "under";
            } | {
                /** @constant */
                kind: "qr_code";
                text: string;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default bottom_right
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description Of a side, with the white edge that readers need.
                 * @default 72pt
                 */
                size?: string;
                /**
                 * @description How much of it may be dirty or torn: 7, 15, 25 or 30 %.
                 * @default M
                 * @enum {string}
                 */
                error_correction?: "L" | "M" | "Q" | "H";
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
            } | {
                /** @constant */
                kind: "page_numbers";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default bottom_center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description `{page}` is the number, `{pages}` the last of them.
                 * @default {page}
                 */
                format?: string;
                /**
                 * @description `iv`, `IV`, `d`, `D` are the others.
                 * @default arabic
                 * @enum {string}
                 */
                style?: "arabic" | "roman" | "Roman" | "letters" | "Letters";
                /**
                 * @description The number of the first page that gets one.
                 * @default 1
                 */
                start?: number;
                /**
                 * @description Points.
                 * @default 10
                 */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
            } | {
                /** @constant */
                kind: "bates";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default bottom_right
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                prefix?: string;
                suffix?: string;
                /**
                 * @description At least so many, filled with zeros.
                 * @default 6
                 */
                digits?: number;
                /**
                 * @description The number of the first page that gets one.
                 * @default 1
                 */
                start?: number;
                /**
                 * @description Points.
                 * @default 10
                 */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
            } | {
                /** @enum {string} */
                kind: "header" | "footer";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                left?: string;
                center?: string;
                right?: string;
                /**
                 * @description Points.
                 * @default 10
                 */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
            })[];
            /** @description Pictures (JPEG or PNG) for `image`, PDFs for `pdf`. */
            files?: {
                file_id: string;
            }[];
            /** @description Opens the PDF, and those among `files`. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        StampParams: {
            /**
             * @description What is put on pages, one after the other.
             * @example [
             *       {
             *         "kind": "page_numbers",
             *         "format": "{page} / {pages}"
             *       }
             *     ]
             */
            marks?: ({
                /** @constant */
                kind: "text";
                text: string;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                 * @default diagonal
                 */
                rotation?: number | "diagonal";
                /** @default 0.3 */
                opacity?: number;
                /** @description Points; without it as large as the page allows, or 24 where it is `tiled`. */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #808080
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
                /**
                 * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                 * @default over
                 * @enum {string}
                 */
                layer?: "over" | "under";
                /**
                 * @description Repeated in rows over the whole page; `position` and `margin` say nothing then.
                 * @default false
                 */
                tiled?: boolean;
            } | {
                /** @constant */
                kind: "image";
                /**
                 * @description Which of `files`, from 1.
                 * @default 1
                 */
                file?: number;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                 * @default 0
                 */
                rotation?: number | "diagonal";
                /** @default 1 */
                opacity?: number;
                /** @description Of the picture on the page; without it a quarter of the page’s width. */
                width?: string;
                /**
                 * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                 * @default over
                 * @enum {string}
                 */
                layer?: "over" | "under";
                /**
                 * @description Repeated in rows over the whole page; `position` and `margin` say nothing then.
                 * @default false
                 */
                tiled?: boolean;
            } | {
                /** @constant */
                kind: "pdf";
                /**
                 * @description Which of `files`, from 1.
                 * @default 1
                 */
                file?: number;
                /**
                 * @description Which pages of the file: the first on the first page that gets one, and so on; the last one on all further pages.
                 * @default 1
                 */
                file_pages?: string;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 0
                 */
                margin?: string;
                /**
                 * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                 * @default 0
                 */
                rotation?: number | "diagonal";
                /** @default 1 */
                opacity?: number;
                /** @description Of the file’s page on the page; without it as large as fits. */
                width?: string;
                /**
                 * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                 * @default over
                 * @enum {string}
                 */
                layer?: "over" | "under";
            } | {
                /** @constant */
                kind: "qr_code";
                text: string;
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default bottom_right
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description Of a side, with the white edge that readers need.
                 * @default 72pt
                 */
                size?: string;
                /**
                 * @description How much of it may be dirty or torn: 7, 15, 25 or 30 %.
                 * @default M
                 * @enum {string}
                 */
                error_correction?: "L" | "M" | "Q" | "H";
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
            } | {
                /** @constant */
                kind: "page_numbers";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default bottom_center
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                /**
                 * @description `{page}` is the number, `{pages}` the last of them.
                 * @default {page}
                 */
                format?: string;
                /**
                 * @description `iv`, `IV`, `d`, `D` are the others.
                 * @default arabic
                 * @enum {string}
                 */
                style?: "arabic" | "roman" | "Roman" | "letters" | "Letters";
                /**
                 * @description The number of the first page that gets one.
                 * @default 1
                 */
                start?: number;
                /**
                 * @description Points.
                 * @default 10
                 */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
            } | {
                /** @constant */
                kind: "bates";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @default bottom_right
                 * @enum {string}
                 */
                position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                prefix?: string;
                suffix?: string;
                /**
                 * @description At least so many, filled with zeros.
                 * @default 6
                 */
                digits?: number;
                /**
                 * @description The number of the first page that gets one.
                 * @default 1
                 */
                start?: number;
                /**
                 * @description Points.
                 * @default 10
                 */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
            } | {
                /** @enum {string} */
                kind: "header" | "footer";
                /**
                 * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                 * @default all
                 */
                pages?: string;
                /**
                 * @description From the sides of the page as it is seen.
                 * @default 28pt
                 */
                margin?: string;
                left?: string;
                center?: string;
                right?: string;
                /**
                 * @description Points.
                 * @default 10
                 */
                font_size?: number;
                /**
                 * @description sRGB, such as `#ff0000`.
                 * @default #000000
                 */
                color?: string;
                /** @default false */
                bold?: boolean;
            })[];
            /** @description Pictures (JPEG or PNG) for `image`, PDFs for `pdf`. */
            files?: {
                file_id: string;
            }[];
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        StampReport: {
            /** @description Each mark: the pages that have it, and on how many it lies over something. */
            marks: ({
                kind: string;
                pages: number;
                over_content?: number;
            } & {
                [key: string]: unknown;
            })[];
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                text_pages_compared?: number;
                text_identical?: boolean;
                rendered_pages_compared?: number;
                rendered_identical?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        StampStep: {
            /** @constant */
            operation: "stamp";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /**
                 * @description What is put on pages, one after the other.
                 * @example [
                 *       {
                 *         "kind": "page_numbers",
                 *         "format": "{page} / {pages}"
                 *       }
                 *     ]
                 */
                marks: ({
                    /** @constant */
                    kind: "text";
                    text: string;
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default center
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description From the sides of the page as it is seen.
                     * @default 28pt
                     */
                    margin?: string;
                    /**
                     * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                     * @default diagonal
                     */
                    rotation?: number | "diagonal";
                    /** @default 0.3 */
                    opacity?: number;
                    /** @description Points; without it as large as the page allows, or 24 where it is `tiled`. */
                    font_size?: number;
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #808080
                     */
                    color?: string;
                    /** @default false */
                    bold?: boolean;
                    /**
                     * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                     * @default over
                     * @enum {string}
                     */
                    layer?: "over" | "under";
                    /**
                     * @description Repeated in rows over the whole page; `position` and `margin` say nothing then.
                     * @default false
                     */
                    tiled?: boolean;
                } | {
                    /** @constant */
                    kind: "image";
                    /**
                     * @description Which of `files`, from 1.
                     * @default 1
                     */
                    file?: number;
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default center
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description From the sides of the page as it is seen.
                     * @default 28pt
                     */
                    margin?: string;
                    /**
                     * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                     * @default 0
                     */
                    rotation?: number | "diagonal";
                    /** @default 1 */
                    opacity?: number;
                    /** @description Of the picture on the page; without it a quarter of the page’s width. */
                    width?: string;
                    /**
                     * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                     * @default over
                     * @enum {string}
                     */
                    layer?: "over" | "under";
                    /**
                     * @description Repeated in rows over the whole page; `position` and `margin` say nothing then.
                     * @default false
                     */
                    tiled?: boolean;
                } | {
                    /** @constant */
                    kind: "pdf";
                    /**
                     * @description Which of `files`, from 1.
                     * @default 1
                     */
                    file?: number;
                    /**
                     * @description Which pages of the file: the first on the first page that gets one, and so on; the last one on all further pages.
                     * @default 1
                     */
                    file_pages?: string;
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default center
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description From the sides of the page as it is seen.
                     * @default 0
                     */
                    margin?: string;
                    /**
                     * @description Degrees, counterclockwise; `diagonal`: from corner to corner of each page.
                     * @default 0
                     */
                    rotation?: number | "diagonal";
                    /** @default 1 */
                    opacity?: number;
                    /** @description Of the file’s page on the page; without it as large as fits. */
                    width?: string;
                    /**
                     * @description `under`: below what the page prints, and not seen where that has a ground of its own.
                     * @default over
                     * @enum {string}
                     */
                    layer?: "over" | "under";
                } | {
                    /** @constant */
                    kind: "qr_code";
                    text: string;
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default bottom_right
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description From the sides of the page as it is seen.
                     * @default 28pt
                     */
                    margin?: string;
                    /**
                     * @description Of a side, with the white edge that readers need.
                     * @default 72pt
                     */
                    size?: string;
                    /**
                     * @description How much of it may be dirty or torn: 7, 15, 25 or 30 %.
                     * @default M
                     * @enum {string}
                     */
                    error_correction?: "L" | "M" | "Q" | "H";
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #000000
                     */
                    color?: string;
                } | {
                    /** @constant */
                    kind: "page_numbers";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default bottom_center
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description From the sides of the page as it is seen.
                     * @default 28pt
                     */
                    margin?: string;
                    /**
                     * @description `{page}` is the number, `{pages}` the last of them.
                     * @default {page}
                     */
                    format?: string;
                    /**
                     * @description `iv`, `IV`, `d`, `D` are the others.
                     * @default arabic
                     * @enum {string}
                     */
                    style?: "arabic" | "roman" | "Roman" | "letters" | "Letters";
                    /**
                     * @description The number of the first page that gets one.
                     * @default 1
                     */
                    start?: number;
                    /**
                     * @description Points.
                     * @default 10
                     */
                    font_size?: number;
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #000000
                     */
                    color?: string;
                    /** @default false */
                    bold?: boolean;
                } | {
                    /** @constant */
                    kind: "bates";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @default bottom_right
                     * @enum {string}
                     */
                    position?: "top_left" | "top_center" | "top_right" | "center_left" | "center" | "center_right" | "bottom_left" | "bottom_center" | "bottom_right";
                    /**
                     * @description From the sides of the page as it is seen.
                     * @default 28pt
                     */
                    margin?: string;
                    prefix?: string;
                    suffix?: string;
                    /**
                     * @description At least so many, filled with zeros.
                     * @default 6
                     */
                    digits?: number;
                    /**
                     * @description The number of the first page that gets one.
                     * @default 1
                     */
                    start?: number;
                    /**
                     * @description Points.
                     * @default 10
                     */
                    font_size?: number;
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #000000
                     */
                    color?: string;
                    /** @default false */
                    bold?: boolean;
                } | {
                    /** @enum {string} */
                    kind: "header" | "footer";
                    /**
                     * @description Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.
                     * @default all
                     */
                    pages?: string;
                    /**
                     * @description From the sides of the page as it is seen.
                     * @default 28pt
                     */
                    margin?: string;
                    left?: string;
                    center?: string;
                    right?: string;
                    /**
                     * @description Points.
                     * @default 10
                     */
                    font_size?: number;
                    /**
                     * @description sRGB, such as `#ff0000`.
                     * @default #000000
                     */
                    color?: string;
                    /** @default false */
                    bold?: boolean;
                })[];
                /** @description Pictures (JPEG or PNG) for `image`, PDFs for `pdf`. */
                files?: {
                    file_id: string;
                }[];
                /** @description Opens the PDF, and those among `files`. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        StreamedEvent: components["schemas"]["JobEvent"] | components["schemas"]["ProgressEvent"];
        SucceededState: components["schemas"]["JobFields"] & {
            /** @constant */
            status: "succeeded";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Set in every terminal state
             */
            completed_at: string;
            result_file_id: string;
            /** @description All results in their order; `result_file_id` is the first */
            result_files: components["schemas"]["ResultFile"][];
            /** @description The evidence: what was done and how it was verified */
            report: {
                [key: string]: unknown;
            };
        };
        TestEvent: {
            /** @constant */
            event: "webhook.test";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            webhook_id: string;
        };
        /** @description Remove the encryption of a PDF whose password is known. */
        UnlockJob: (components["schemas"]["QueuedState"] | components["schemas"]["RunningState"] | components["schemas"]["SucceededState"] | components["schemas"]["FailedState"] | components["schemas"]["CancelledState"] | components["schemas"]["ExpiredState"]) & {
            /** @constant */
            type: "unlock";
            params: components["schemas"]["UnlockParams"];
            report?: components["schemas"]["UnlockReport"];
            /** @description Of this operation: `not_encrypted`. Others come from the document itself, as `repaired` and `signature_removed`, and more may be added. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "unlock";
        };
        UnlockJobRequest: {
            file_id: string;
            metadata?: {
                [key: string]: string;
            };
            deliver_to?: components["schemas"]["DeliverTo"];
            /** @description The owner password, or the user password of a file without restrictions. Never stored in clear, never returned. */
            password?: string;
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The parameters of the job, as they were read. */
        UnlockParams: {
            /**
             * @description What to do when the document is signed and the operation would break the signature.
             * @default refuse
             * @enum {string}
             */
            on_signature?: "refuse" | "invalidate";
            /**
             * @description Fail on a damaged document instead of repairing it.
             * @default false
             */
            strict?: boolean;
        };
        /** @description The evidence: what was done and how it was verified. */
        UnlockReport: {
            was_encrypted: boolean;
            /** @description What was checked in the result, with other engines than the one that wrote it. */
            verification: {
                /** @description `verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned. Today one of `verified`, `incomplete`, `differs`. */
                result: "verified" | "incomplete" | "differs" | Other;
                text_pages_compared?: number;
                text_identical?: boolean;
                rendered_pages_compared?: number;
                rendered_identical?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        UnlockStep: {
            /** @constant */
            operation: "unlock";
            /**
             * @description As in a job of this operation
             * @default {}
             */
            params?: {
                /** @description The owner password, or the user password of a file without restrictions. Never stored in clear, never returned. */
                password?: string;
                /**
                 * @description What to do when the document is signed and the operation would break the signature.
                 * @default refuse
                 * @enum {string}
                 */
                on_signature?: "refuse" | "invalidate";
                /**
                 * @description Fail on a damaged document instead of repairing it.
                 * @default false
                 */
                strict?: boolean;
            };
        };
        UploadedFile: {
            file_id: string;
            /** @constant */
            status: "uploaded";
            size_bytes: number;
            sha256: string;
        };
        Usage: {
            /**
             * Format: date
             * @description A day in UTC, YYYY-MM-DD
             */
            from: string;
            /**
             * Format: date
             * @description A day in UTC, YYYY-MM-DD
             */
            to: string;
            totals: {
                /** @description Jobs that reached their end on that day */
                jobs: number;
                succeeded: number;
                failed: number;
                cancelled: number;
                /** @description Jobs that waited too long */
                expired: number;
                pages: number;
                input_bytes: number;
                output_bytes: number;
                processing_ms: number;
            };
            data: {
                /**
                 * Format: date
                 * @description A day in UTC, YYYY-MM-DD
                 */
                day: string;
                key_id?: string;
                /** @enum {string} */
                type?: "ai_edit" | "metadata" | "convert" | "ocr" | "compress" | "split" | "merge" | "pages" | "flatten" | "stamp" | "protect" | "unlock" | "pipeline";
                /** @description Jobs that reached their end on that day */
                jobs: number;
                succeeded: number;
                failed: number;
                cancelled: number;
                /** @description Jobs that waited too long */
                expired: number;
                pages: number;
                input_bytes: number;
                output_bytes: number;
                processing_ms: number;
            }[];
        };
        Warning: {
            code: string;
            message: string;
            page?: number;
            step?: number;
        };
        Webhook: {
            webhook_id: string;
            url: string;
            events: ("*" | "job.queued" | "job.running" | "job.succeeded" | "job.failed" | "job.cancelled" | "file.expired" | "batch.completed" | Other)[];
            description?: string;
            enabled: boolean;
            /** @description `requested`: by PATCH. `gone`: the receiver answered 410. `failing`: nothing but failures for 5 days. */
            disabled_reason?: "requested" | "gone" | "failing" | Other;
            /**
             * Format: date-time
             * @description The first failure after the last success
             */
            failing_since?: string;
            /**
             * Format: date-time
             * @description Until when deliveries are also signed with the previous secret
             */
            previous_secret_expires_at?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            has_more: boolean;
            next_cursor: string | null;
        };
    };
}
export type AcceptedJob = components['schemas']['AcceptedJob'];
export type AiEditJob = components['schemas']['AiEditJob'];
export type AiEditJobRequest = components['schemas']['AiEditJobRequest'];
export type AiEditParams = components['schemas']['AiEditParams'];
export type AiEditReport = components['schemas']['AiEditReport'];
export type AiEditStep = components['schemas']['AiEditStep'];
export type ApiError = components['schemas']['ApiError'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];
export type Batch = components['schemas']['Batch'];
export type BatchCounts = components['schemas']['BatchCounts'];
export type BatchEvent = components['schemas']['BatchEvent'];
export type BatchItem = components['schemas']['BatchItem'];
export type BatchItemPage = components['schemas']['BatchItemPage'];
export type CancelledState = components['schemas']['CancelledState'];
export type Capabilities = components['schemas']['Capabilities'];
export type ChangeWebhook = components['schemas']['ChangeWebhook'];
export type CompressJob = components['schemas']['CompressJob'];
export type CompressJobRequest = components['schemas']['CompressJobRequest'];
export type CompressParams = components['schemas']['CompressParams'];
export type CompressReport = components['schemas']['CompressReport'];
export type CompressStep = components['schemas']['CompressStep'];
export type ConvertJob = components['schemas']['ConvertJob'];
export type ConvertJobRequest = components['schemas']['ConvertJobRequest'];
export type ConvertParams = components['schemas']['ConvertParams'];
export type ConvertReport = components['schemas']['ConvertReport'];
export type ConvertStep = components['schemas']['ConvertStep'];
export type CreateBatch = components['schemas']['CreateBatch'];
export type CreateFile = components['schemas']['CreateFile'];
export type CreateKey = components['schemas']['CreateKey'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type CreatedFile = components['schemas']['CreatedFile'];
export type CreatedWebhook = components['schemas']['CreatedWebhook'];
export type DeletedFile = components['schemas']['DeletedFile'];
export type DeliverTo = components['schemas']['DeliverTo'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DocumentContent = components['schemas']['DocumentContent'];
export type DownloadAddress = components['schemas']['DownloadAddress'];
export type EditPlan = components['schemas']['EditPlan'];
export type ExpiredState = components['schemas']['ExpiredState'];
export type FailedState = components['schemas']['FailedState'];
export type FetchFile = components['schemas']['FetchFile'];
export type File = components['schemas']['File'];
export type FileEvent = components['schemas']['FileEvent'];
export type FilePage = components['schemas']['FilePage'];
export type FlattenJob = components['schemas']['FlattenJob'];
export type FlattenJobRequest = components['schemas']['FlattenJobRequest'];
export type FlattenParams = components['schemas']['FlattenParams'];
export type FlattenReport = components['schemas']['FlattenReport'];
export type FlattenStep = components['schemas']['FlattenStep'];
export type Health = components['schemas']['Health'];
export type Job = components['schemas']['Job'];
export type JobError = components['schemas']['JobError'];
export type JobEvent = components['schemas']['JobEvent'];
export type JobFields = components['schemas']['JobFields'];
export type JobPage = components['schemas']['JobPage'];
export type JobSummary = components['schemas']['JobSummary'];
export type Key = components['schemas']['Key'];
export type KeyPage = components['schemas']['KeyPage'];
export type MergeJob = components['schemas']['MergeJob'];
export type MergeJobRequest = components['schemas']['MergeJobRequest'];
export type MergeParams = components['schemas']['MergeParams'];
export type MergeReport = components['schemas']['MergeReport'];
export type MergeStep = components['schemas']['MergeStep'];
export type MetadataJob = components['schemas']['MetadataJob'];
export type MetadataJobRequest = components['schemas']['MetadataJobRequest'];
export type MetadataParams = components['schemas']['MetadataParams'];
export type MetadataReport = components['schemas']['MetadataReport'];
export type MetadataStep = components['schemas']['MetadataStep'];
export type NewKey = components['schemas']['NewKey'];
export type OcrJob = components['schemas']['OcrJob'];
export type OcrJobRequest = components['schemas']['OcrJobRequest'];
export type OcrParams = components['schemas']['OcrParams'];
export type OcrReport = components['schemas']['OcrReport'];
export type OcrStep = components['schemas']['OcrStep'];
export type PagesJob = components['schemas']['PagesJob'];
export type PagesJobRequest = components['schemas']['PagesJobRequest'];
export type PagesParams = components['schemas']['PagesParams'];
export type PagesReport = components['schemas']['PagesReport'];
export type PagesStep = components['schemas']['PagesStep'];
export type PipelineJob = components['schemas']['PipelineJob'];
export type PipelineJobRequest = components['schemas']['PipelineJobRequest'];
export type PipelineParams = components['schemas']['PipelineParams'];
export type PipelineReport = components['schemas']['PipelineReport'];
export type Progress = components['schemas']['Progress'];
export type ProgressEvent = components['schemas']['ProgressEvent'];
export type ProtectJob = components['schemas']['ProtectJob'];
export type ProtectJobRequest = components['schemas']['ProtectJobRequest'];
export type ProtectParams = components['schemas']['ProtectParams'];
export type ProtectReport = components['schemas']['ProtectReport'];
export type ProtectStep = components['schemas']['ProtectStep'];
export type QueuedState = components['schemas']['QueuedState'];
export type Readiness = components['schemas']['Readiness'];
export type RecoverDeliveries = components['schemas']['RecoverDeliveries'];
export type Recovered = components['schemas']['Recovered'];
export type RefusedField = components['schemas']['RefusedField'];
export type RequestAccess = components['schemas']['RequestAccess'];
export type RequestedAccess = components['schemas']['RequestedAccess'];
export type ResultDelivery = components['schemas']['ResultDelivery'];
export type ResultFile = components['schemas']['ResultFile'];
export type RevokedKey = components['schemas']['RevokedKey'];
export type RotateKey = components['schemas']['RotateKey'];
export type RotateSecret = components['schemas']['RotateSecret'];
export type RotatedKey = components['schemas']['RotatedKey'];
export type RunningState = components['schemas']['RunningState'];
export type SplitJob = components['schemas']['SplitJob'];
export type SplitJobRequest = components['schemas']['SplitJobRequest'];
export type SplitParams = components['schemas']['SplitParams'];
export type SplitReport = components['schemas']['SplitReport'];
export type SplitStep = components['schemas']['SplitStep'];
export type StampJob = components['schemas']['StampJob'];
export type StampJobRequest = components['schemas']['StampJobRequest'];
export type StampParams = components['schemas']['StampParams'];
export type StampReport = components['schemas']['StampReport'];
export type StampStep = components['schemas']['StampStep'];
export type StreamedEvent = components['schemas']['StreamedEvent'];
export type SucceededState = components['schemas']['SucceededState'];
export type TestEvent = components['schemas']['TestEvent'];
export type UnlockJob = components['schemas']['UnlockJob'];
export type UnlockJobRequest = components['schemas']['UnlockJobRequest'];
export type UnlockParams = components['schemas']['UnlockParams'];
export type UnlockReport = components['schemas']['UnlockReport'];
export type UnlockStep = components['schemas']['UnlockStep'];
export type UploadedFile = components['schemas']['UploadedFile'];
export type Usage = components['schemas']['Usage'];
export type Warning = components['schemas']['Warning'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookPage = components['schemas']['WebhookPage'];
