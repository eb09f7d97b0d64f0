import { gates, isGated, isRenewing, type Part } from './flush-parts.ts'
import { modelTables } from './models.ts'
import { sessionRenewal } from './renewals.ts'
import { basisFields, isBasisValid } from './sign-in-basis.ts'

/** How a statement begins, before its one value. */
export const head = 'WITH given AS (SELECT '

/** Renewals first, then redemptions and decisions, then what they gate: whose other parts are written. */
export function middleOf(parts: readonly Part[]): string {
  const gated = isGated(parts)
  const renewing = parts.filter(isRenewing)
  const isRenewed = renewing.length > 0
  const deciding = parts.filter((part) => gates(part) && !isRenewing(part))
  const changes = parts.filter((part) => !gates(part))
  const gate = deciding.length > 0 ? foundAll('c', deciding) : 'SELECT n FROM renewed'
  const ctes = [
    '::jsonb AS j)',
    ...renewing.map((part, index) => `r${index} AS (${renewal(part)})`),
    ...(isRenewed ? [`renewed AS (${foundAll('r', renewing)})`] : []),
    ...deciding.map((part, index) => `c${index} AS (${decision(part, isRenewed)})`),
    ...(gated ? [`gate AS (${gate})`] : []),
    ...changes.map((part, index) => `w${index} AS (${change(part, gated)})`),
  ]
  return ctes.join(', ')
}

/** The requests of which every row of these parts was found. */
function foundAll(letter: string, parts: readonly Part[]): string {
  const found = parts.map((_part, index) => `SELECT n FROM ${letter}${index}`).join(' UNION ALL ')
  const needed = parts.reduce((sum, { count }) => sum + count, 0)
  return `SELECT n FROM (${found}) found GROUP BY n HAVING count(*) = ${needed}`
}

export const tailOf = (parts: readonly Part[]): string => (isGated(parts) ? 'SELECT n FROM gate' : 'SELECT 1')

const rowsOf = ({ name }: Part, fields: string): string =>
  `given, jsonb_to_recordset(given.j->'${name}') AS v (n int, p text, ${fields})`

function renewal(part: Part): string {
  if (part.do === 'lock account') return lockAccount(part)
  return part.do === 'require' ? requireRow(part) : renew(part)
}

/** Whoever ends the row is first, and nothing goes on from it, or waits for what does. */
const requireRow = (part: Part): string =>
  `SELECT v.n FROM ${rowsOf(part, 'i text')} JOIN ${modelTables[part.model].table} t ON t.project_id = v.p AND t.id = v.i
    FOR KEY SHARE OF t`

/** Locks an account that a sign-in may enter. Revocation locks the same row, so that the two are serialized. */
const lockAccount = (part: Part): string =>
  `SELECT v.n FROM ${rowsOf(part, `i text, ${basisFields}`)} JOIN accounts t ON t.project_id = v.p AND t.id = v.i
    WHERE ${isBasisValid} FOR SHARE OF t`

/** What has ended meanwhile stays ended, and what others changed of it meanwhile stays as they made it. */
function renew(part: Part): string {
  const { table, columns } = modelTables[part.model]
  const isSession = part.model === 'Session'
  const fields = [storedFields(columns), ...(isSession ? [sessionRenewal.fields] : [])].join(', ')
  const values = new Map(storedColumns(columns))
  if (isSession) values.set('payload', sessionRenewal.payload)
  const which = isSession ? `t.uid = v.uid AND ${sessionRenewal.condition}` : 't.id = v.i'
  return `UPDATE ${table} t SET ${[...values].map(([name, value]) => `${name} = ${value}`).join(', ')}
    FROM ${rowsOf(part, fields)} WHERE t.project_id = v.p AND ${which} RETURNING v.n`
}

const decision = (part: Part, isRenewed: boolean): string =>
  `${part.do === 'consume' ? consume(part) : decide(part)}${isRenewed ? ' AND v.n IN (SELECT n FROM renewed)' : ''} RETURNING v.n`

const consume = (part: Part): string =>
  `UPDATE ${modelTables[part.model].table} t SET consumed_at = now() FROM ${rowsOf(part, 'i text')}
    WHERE t.project_id = v.p AND t.id = v.i AND t.consumed_at IS NULL`

/** An answer of a person, allowed or denied, is for good, and one that is on its way is its browser's. */
function decide(part: Part): string {
  const { table, columns } = modelTables[part.model]
  const fields = ['i text', 'payload jsonb', 'was jsonb', ...columns.map((column) => `${column} text`)]
  return `UPDATE ${table} t SET ${['payload', ...columns].map((name) => `${name} = v.${name}`).join(', ')}
    FROM ${rowsOf(part, fields.join(', '))}
    WHERE t.project_id = v.p AND t.id = v.i AND t.consumed_at IS NULL AND t.payload = v.was
      AND t.grant_id IS NULL AND NOT t.payload ? 'error' AND t.expires_at > now()`
}

const storedFields = (columns: readonly string[]): string =>
  ['i text', 'payload jsonb', 'secs float8', ...columns.map((column) => `${column} text`)].join(', ')

const storedColumns = (columns: readonly string[]): [name: string, value: string][] => [
  ['id', 'v.i'],
  ['payload', 'v.payload'],
  ['expires_at', 'now() + make_interval(secs => v.secs)'],
  ...columns.map((name): [string, string] => [name, `v.${name}`]),
]

function change(part: Part, gated: boolean): string {
  const { table, columns } = modelTables[part.model]
  const allowed = gated ? 'v.n IN (SELECT n FROM gate)' : 'true'
  if (part.do === 'destroy' && part.model === 'Session')
    return `DELETE FROM ${table} t USING ${rowsOf(part, 'i text, u text')} WHERE t.project_id = v.p AND ${allowed}
      AND t.uid = COALESCE(v.u, (SELECT s.uid FROM ${table} s WHERE s.project_id = v.p AND s.id = v.i))`
  if (part.do === 'destroy')
    return `DELETE FROM ${table} t USING ${rowsOf(part, 'i text')} WHERE t.project_id = v.p AND t.id = v.i AND ${allowed}`
  if (part.do === 'revoke')
    return `DELETE FROM ${table} t USING ${rowsOf(part, 'g text')} WHERE t.project_id = v.p AND t.grant_id = v.g AND ${allowed}`
  const stored = storedColumns(columns)
  const names = stored.map(([name]) => name)
  const values = ['v.p', ...stored.map(([, value]) => value)]
  // A session is the same one under a new id for as long as its uid stays.
  const target = part.model === 'Session' ? 'uid' : 'id'
  return `INSERT INTO ${table} (project_id, ${names.join(', ')}) SELECT ${values.join(', ')} FROM ${rowsOf(part, storedFields(columns))}
    WHERE ${allowed} ON CONFLICT (project_id, ${target}) DO UPDATE SET ${names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`
}
