// Why a piece of text cannot be edited: a closed list, so that the caller can report it.

export type EditRefusal =
  /** The match spans several lines. */
  | 'spans_lines'
  /** Its glyphs are in different content streams. */
  | 'split_over_contents'
  | 'type3_font'
  | 'vertical_text'
  | 'right_to_left'
  /** Render mode 3: the text layer of a scan, whose picture would stay. */
  | 'invisible_text'
  /** Its replacement text is in a property list that others share. */
  | 'shared_actual_text'
  /** `fit: error`, or shrinking would make it unreadable. */
  | 'does_not_fit'
  /** No available font has a character of the new text. */
  | 'glyph_missing'
  /** The text stands in no line, item, row or paragraph of level text. */
  | 'no_unit'
  /** No text of the page has the edge that the new one shall have. */
  | 'no_column'
  /** What is below cannot move down so far. */
  | 'no_room_below'
  /** The new row has more cells than the one beside it. */
  | 'too_many_cells'
  /** What it says may be meant, or where it leads. */
  | 'text_or_link'
  /** Nothing that is filled lies behind the text. */
  | 'no_ground'
  /** What is filled behind the text is behind other cells too. */
  | 'ground_of_row'
  /** No lines around the text meet. */
  | 'no_frame'
  /** The text would not stand out from its new ground. */
  | 'unreadable'
  /** The content could not be read whole. */
  | 'damaged_content'
  /** The glyphs have no usable size. */
  | 'degenerate_matrix';

export const REFUSAL_SENTENCES: Readonly<Record<EditRefusal, string>> = {
  spans_lines: 'The text spans several lines.',
  split_over_contents: 'The text is split over several content streams.',
  type3_font: 'The text is drawn with a Type 3 font, whose glyphs are pictures.',
  vertical_text: 'The text is written vertically, where this edit is not made.',
  right_to_left: 'The text runs from right to left, and this edit cannot keep the order of its line.',
  invisible_text: 'The text is the invisible layer of a scanned picture.',
  shared_actual_text: 'The text shares its replacement text (ActualText) with other text.',
  does_not_fit: 'The new text does not fit in the place of the old.',
  glyph_missing: 'No available font has every character of the new text.',
  no_unit: 'The text stands in no line, list item, row or paragraph that can be told apart.',
  no_column: 'Nothing above or below has the edge that the new text shall have.',
  no_room_below: 'There is no room: what is below cannot move down.',
  too_many_cells: 'The new row has more cells than the row beside it.',
  text_or_link:
    'The instruction may mean the text or where its link leads: say “let the link on "…" lead to https://…”, or “replace the text "…" with "https://…"”.',
  no_ground: 'Nothing is filled in behind the text that could get another colour. It can be highlighted instead.',
  ground_of_row: 'The ground behind the text is that of its whole row: ask for the row.',
  no_frame: 'No frame of its own is drawn around the text.',
  unreadable: 'The text could not be read on that ground. Ask for a colour of the text, too.',
  damaged_content: 'The content of the page is damaged.',
  degenerate_matrix: 'The text has no usable size.',
};
