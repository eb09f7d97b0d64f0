import { clientCreateFields, type ImportedUser } from '@signet/contracts'
import { sealedPlace } from '@signet/db/sealed'
import type { Encrypter } from 'age-encryption'
import type { HandlerDeps } from '../deps.ts'
import { type ClientRow, listClients } from '../domains/clients/client-store.ts'
import { toClient } from '../domains/clients/to-client.ts'
import { entryOf } from '../domains/projects/file-objects.ts'
import { type ExportSource, exportedUsers } from '../user-exports/lines.ts'
import type { ArchivePart } from './archive.ts'

type Content = Pick<ArchivePart, 'applications' | 'users'>

/** Bytes of the plain content of a line, so that its base64 fits into a request. */
const partBytes = 500_000

const applicationFields = Object.keys(clientCreateFields)

/**
 * Yields an archive of a project: lines, each of which is one part, encrypted for itself. An import can begin again at any
 * part. Applications precede users, whose subjects must not be client ids.
 */
export async function* archiveLines(deps: HandlerDeps, source: ExportSource, encrypter: Encrypter) {
  const seal = async (content: Content, part: number, last: boolean) => {
    const plain: ArchivePart = { version: 1, part, last, ...content }
    return `${Buffer.from(await encrypter.encrypt(JSON.stringify(plain))).toString('base64')}\n`
  }
  let held: Content = { applications: [], users: [] }
  let part = 1
  for await (const content of contents(deps, source)) {
    if (held.applications.length + held.users.length > 0) {
      yield await seal(held, part, false)
      part += 1
    }
    held = content
  }
  yield await seal(held, part, true)
}

async function* contents(deps: HandlerDeps, source: ExportSource): AsyncGenerator<Content> {
  const rows = await listClients({ deps }, source.projectId)
  const applications = rows
    .filter(({ registeredDynamically }) => !registeredDynamically)
    .map((row) => toMoved(deps, source.projectId, row))
  for (const some of inBytes(applications)) yield { applications: [...some], users: [] }
  for await (const page of exportedUsers(source))
    for (const users of inBytes(page)) yield { applications: [], users: [...users] }
}

function toMoved(
  { vault }: Pick<HandlerDeps, 'vault'>,
  projectId: string,
  row: ClientRow,
): ArchivePart['applications'][number] {
  const { id, secretDigest, secretSealed } = row
  const entry = entryOf(
    toClient(row, () => []),
    applicationFields,
  )
  return {
    ...(entry as ArchivePart['applications'][number]),
    clientId: id,
    ...(secretDigest === null ? {} : { secretDigest }),
    ...(secretSealed === null
      ? {}
      : { clientSecret: vault.open(secretSealed, sealedPlace('clientSecret', projectId, id)) }),
  }
}

/** Splits values into lists whose JSON has a bounded size. */
function* inBytes<Value extends ImportedUser | object>(
  values: readonly Value[],
): Generator<readonly Value[]> {
  let list: Value[] = []
  let bytes = 0
  for (const value of values) {
    const own = Buffer.byteLength(JSON.stringify(value))
    if (list.length > 0 && bytes + own > partBytes) {
      yield list
      list = []
      bytes = 0
    }
    list.push(value)
    bytes += own
  }
  if (list.length > 0) yield list
}
