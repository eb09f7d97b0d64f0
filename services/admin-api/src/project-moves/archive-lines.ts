import { clientCreateFields } from '@signet/contracts'
import { sealedPlace } from '@signet/db/sealed'
import type { Encrypter } from 'age-encryption'
import type { HandlerDeps } from '../deps.ts'
import { type ClientRow, listClients } from '../domains/clients/client-store.ts'
import { toClient } from '../domains/clients/to-client.ts'
import { readLabelsOfKind } from '../labels/store.ts'
import { entryOf } from '../projects/file-entry.ts'
import { type ExportSource, exportedUsers } from '../user-exports/lines.ts'
import type { ArchivePart, MovedLabels } from './archive.ts'

type Content = Omit<ArchivePart, 'version' | 'part' | 'last'>

/** Bytes of plain content, whose base64 fits into a request. */
const partBytes = 500_000

const applicationFields = Object.keys(clientCreateFields)

/**
 * Each line is one part, encrypted for itself: an import can begin again at any part. Applications precede users, whose subjects must
 * not be client ids.
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
  const ofApplications = await labelledPairs(source, 'application', applications, ({ clientId }) => clientId)
  for (const some of inBytes(ofApplications))
    yield { applications: some.map(({ value }) => value), users: [], ...labelsOf(some) }
  for await (const page of exportedUsers(source)) {
    const ofUsers = await labelledPairs(source, 'user', page, ({ subject }) => subject ?? '')
    for (const some of inBytes(ofUsers))
      yield { applications: [], users: some.map(({ value }) => value), ...labelsOf(some) }
  }
}

/** Null without labels. */
interface Labelled<Value> {
  readonly value: Value
  readonly labels: MovedLabels | null
}

async function labelledPairs<Value>(
  { database, projectId }: ExportSource,
  kind: MovedLabels['kind'],
  values: readonly Value[],
  idOf: (value: Value) => string,
): Promise<Labelled<Value>[]> {
  const stored = await readLabelsOfKind(database, { kind, projectId }, values.map(idOf))
  return values.map((value) => {
    const id = idOf(value)
    const labels = stored.get(id)
    return { value, labels: labels ? { kind, id, ...labels } : null }
  })
}

function labelsOf(some: readonly Labelled<unknown>[]): Pick<Content, 'labels'> {
  const labels = some.flatMap((one) => one.labels ?? [])
  return labels.length > 0 ? { labels } : {}
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
function* inBytes<Value extends object>(values: readonly Value[]): Generator<readonly Value[]> {
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
