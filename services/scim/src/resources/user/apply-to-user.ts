import { ScimError } from '../../messages/error.ts'
import { applyOperations } from '../../messages/patch/apply.ts'
import type { Operation } from '../../messages/patch/operations.ts'
import type { Reading } from '../../messages/reading.ts'
import type { ScimObject } from '../../schemas/scim-object.ts'

/** `active` cannot be unassigned: only true and false have a meaning. */
export function applyToUser(
  document: ScimObject,
  operations: readonly Operation[],
  reading: Reading,
): ScimObject {
  const changed = applyOperations(document, operations, reading)
  if (changed.active === undefined)
    throw new ScimError(400, 'active cannot be removed. Send false to deactivate the user.', {
      scimType: 'mutability',
      attribute: 'active',
    })
  return changed
}
