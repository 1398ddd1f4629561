// Parameters of `protect` and `unlock`.

import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { on_signature, password, strict } from './shared-params.ts';

/** In UTF-8 (ISO 32000-2 7.6.4.3.3, algorithm 2.A). */
const PASSWORD_BYTES_MAX = 127;

/** As it is stored and asked for: other ways to type the same letters become one (RFC 4013 2.2; ISO 32000-2 7.6.4.3.3). */
export function preparePassword(text: string): string {
  return text.normalize('NFKC');
}

const newPassword = z
  .string()
  .min(1)
  .max(LIMITS.passwordCharsMax)
  .refine((text) => !/\p{C}/u.test(text), 'has control characters or others that cannot be typed')
  .refine(
    (text) => new TextEncoder().encode(preparePassword(text)).length <= PASSWORD_BYTES_MAX,
    `has more than ${PASSWORD_BYTES_MAX} bytes in UTF-8`,
  );

/** What a reader lets people do who do not know the owner password (ISO 32000-2 table 22). */
export const Permissions = z.strictObject({
  print: z.enum(['none', 'low_resolution', 'full']).default('full').describe('`low_resolution`: as a picture of the page at 150 dpi.'),
  change: z
    .enum(['none', 'assemble', 'fill_forms', 'annotate', 'all'])
    .default('all')
    .describe(
      '`assemble`: insert, rotate and delete pages; `fill_forms`: that, and fill and sign fields; `annotate`: that, and comments; `all`: also the content.',
    ),
  copy: z.boolean().default(true).describe('Copy text and pictures. Programs that read aloud may always read.'),
});
export type Permissions = z.infer<typeof Permissions>;

export const ProtectParams = z
  .strictObject({
    user_password: newPassword
      .optional()
      .describe('Needed to open the result. Without it, anyone opens it, and only the permissions are bound to the owner password.')
      .meta({ examples: ['a long sentence is a good password'] }),
    owner_password: newPassword
      .optional()
      .describe('Lifts the permissions. Without it, the user password does, and no permission can be taken away.'),
    permissions: Permissions.optional().describe('What may be done without the owner password; all of it where absent.'),
    password: password.optional(),
    on_signature,
    strict,
  })
  .superRefine(({ user_password: user, owner_password: owner, permissions, password: own }, check) => {
    const blame = (field: string, message: string) => check.addIssue({ code: 'custom', path: [field], message });
    if (user === undefined && owner === undefined)
      blame(
        'user_password',
        `One of \`user_password\` and \`owner_password\` is needed.${own === undefined ? '' : ' `password` opens a source that already has one.'}`,
      );
    else if (permissions && owner === undefined)
      blame('owner_password', '`permissions` hold only with an `owner_password`, which lifts them.');
    else if (permissions && user !== undefined && preparePassword(user) === preparePassword(owner ?? ''))
      blame('owner_password', 'The owner password lifts the `permissions`: it must differ from the user password.');
    else if (user === undefined && !permissions)
      blame('permissions', 'Without `user_password` anyone opens the file: name the `permissions` that the owner password lifts.');
  });

export const UnlockParams = z.strictObject({
  password: password
    .optional()
    .describe('The owner password, or the user password of a file without restrictions. Never stored in clear, never returned.'),
  on_signature,
  strict,
});
