import type { Operations, PreviewOf } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { lossOf, readProjectAccess, type SignInMethods } from '@signet/federation'
import { loadSettings } from '@signet/tenancy'
import type { ProjectRow } from '../../projects/row.ts'

type Preview = PreviewOf<Operations['federation_provider_update']>

interface Change {
  readonly consequence: string
  readonly detail: Readonly<Record<string, { from: unknown; to: unknown }>>
  /** Undefined when the change ends no sign-in method. */
  readonly methodsAfter?: ((methods: SignInMethods) => SignInMethods) | undefined
}

/**
 * Previews every change in the administrators' project (concepts.md, "Two-call pattern"), and in other projects one that removes the
 * last sign-in method of users.
 * @returns null for every other change
 */
export async function previewChange(
  executor: Executor,
  { id, reserved }: Pick<ProjectRow, 'id' | 'reserved'>,
  { consequence, detail, methodsAfter }: Change,
): Promise<Preview | null> {
  const lost = methodsAfter ? await countLoss(executor, id, methodsAfter) : 0
  if (reserved !== 'administrators' && lost === 0) return null
  return {
    consequences: [consequence, ...(lost > 0 ? [lossText(lost)] : [])],
    ...(lost > 0 ? { expect: { withoutSignIn: lost } } : {}),
    changes: Object.entries(detail).map(([field, { from, to }]) => ({ field, from, to })),
  }
}

export const usersOf = ({ reserved }: Pick<ProjectRow, 'reserved'>): string =>
  reserved === 'administrators' ? 'Administrators' : 'Users'

const lossText = (count: number): string =>
  `${count === 1 ? '1 user has' : `${count} users have`} no other sign-in method and cannot sign in any more.`

async function countLoss(
  executor: Executor,
  projectId: string,
  methodsAfter: NonNullable<Change['methodsAfter']>,
): Promise<number> {
  const access = await readProjectAccess(executor, await loadSettings(executor), projectId)
  return lossOf(access, methodsAfter(access.methods)).users
}
