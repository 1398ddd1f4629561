// What blocks need of the part that they are written into, and of the whole package.

import type { DocumentLook } from '../../../../document/model.ts';
import type { Numbering } from './numbering.ts';
import type { Relationships } from './relationships.ts';

export interface PackageContext {
  readonly look: DocumentLook;
  readonly numbering: Numbering;
  /** The next id of a drawing or a bookmark: one of its kind in the whole package. */
  readonly nextId: () => number;
}

export interface PartContext extends PackageContext {
  readonly relationships: Relationships;
}
