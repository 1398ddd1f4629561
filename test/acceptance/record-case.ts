// A document as text, with instructions that would falsify it and legitimate instructions.

export interface RecordCase {
  readonly name: string;
  readonly pages: readonly string[];
  readonly falsifying: readonly string[];
  readonly legitimate: readonly string[];
}
