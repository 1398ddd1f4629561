// What a route of the operator can answer beside its success.

import type { ErrorCode } from '#contract/errors.ts';
import { OPERATOR_ERRORS, type OperatorRoute } from '#contract/operator.ts';

export function operatorErrorsOf(route: OperatorRoute): ErrorCode[] {
  return [...route.errors, ...OPERATOR_ERRORS];
}
