import { gates, isGated, isRenewing, type Part } from './flush-parts.ts'
import { modelTables } from './models.ts'
import { sessionRenewal } from './renewals.ts'
import { basisFields, isBasisValid } from './sign-in-basis.ts'

export const head = 'WITH given AS (SELECT '

/** Returns the rows `v` of a part, with the index of their request as `n`. */
export type RowSource = (part: Part, fields: string) => string

export const manyRows: RowSource = ({ name }, fields) =>
  `given, jsonb_to_recordset(given.j->'${name}') AS v (n int, p text, ${fields})`

/** PostgreSQL expects a hundred rows of `jsonb_to_recordset` and joins them with hashes; one row costs a quarter less. */
export const oneRow: RowSource = ({ name }, fields) => {
  const columns = `n int, p text, ${fields}`.split(', ').map((field) => {
    const [column = '', type = ''] = field.split(' ')
    return `${valueAt(`{${name},0,${column}}`, type)} AS ${column}`
  })
  return `(SELECT ${columns.join(', ')} FROM given) v`
}

function valueAt(path: string, type: string): string {
  if (type === 'jsonb') return `given.j#>'${path}'`
  if (type === 'text[]') return `ARRAY(SELECT jsonb_array_elements_text(given.j#>'${path}'))`
  return `(given.j#>>'${path}')::${type}`
}

/** CTE order: renewals, then redemptions and decisions, then the writes that depend on them. */
export function middleOf(parts: readonly Part[], rowsOf: RowSource): string {
  const gated = isGated(parts)
  const renewing = parts.filter(isRenewing)
  const isRenewed = renewing.length > 0
  const deciding = parts.filter((part) => gates(part) && !isRenewing(part))
  const changes = parts.filter((part) => !gates(part))
  const gate = deciding.length > 0 ? foundAll('c', deciding) : 'SELECT n FROM renewed'
  const ctes = [
    '::jsonb AS j)',
    ...renewing.map((part, index) => `r${index} AS (${renewal(part, rowsOf)})`),
    ...(isRenewed ? [`renewed AS (${foundAll('r', renewing)})`] : []),
    ...deciding.map((part, index) => `c${index} AS (${decision(part, rowsOf, isRenewed)})`),
    ...(gated ? [`gate AS (${gate})`] : []),
    ...changes.map((part, index) => `w${index} AS (${change(part, rowsOf, gated)})`),
  ]
  return ctes.join(', ')
}

function foundAll(letter: string, parts: readonly Part[]): string {
  const found = parts.map((_part, index) => `SELECT n FROM ${letter}${index}`).join(' UNION ALL ')
  const needed = parts.reduce((sum, { count }) => sum + count, 0)
  return `SELECT n FROM (${found}) found GROUP BY n HAVING count(*) = ${needed}`
}

export const tailOf = (parts: readonly Part[]): string => (isGated(parts) ? 'SELECT n FROM gate' : 'SELECT 1')

function renewal(part: Part, rowsOf: RowSource): string {
  if (part.do === 'lock account') return lockAccount(part, rowsOf)
  return part.do === 'require' ? requireRow(part, rowsOf) : renew(part, rowsOf)
}

/** FOR KEY SHARE: a concurrent DELETE of the row either commits first, and this request is rejected, or waits for this transaction. */
const requireRow = (part: Part, rowsOf: RowSource): string =>
  `SELECT v.n FROM ${rowsOf(part, 'i text')} JOIN ${modelTables[part.model].table} t ON t.project_id = v.p AND t.id = v.i
    FOR KEY SHARE OF t`

/** Locks the account when the sign-in is still valid. Revocation locks the same row, so the two are serialized. */
const lockAccount = (part: Part, rowsOf: RowSource): string =>
  `SELECT v.n FROM ${rowsOf(part, `i text, ${basisFields}`)} JOIN accounts t ON t.project_id = v.p AND t.id = v.i
    WHERE ${isBasisValid} FOR SHARE OF t`

/** Does not recreate rows deleted since they were read, and does not overwrite columns changed since. */
function renew(part: Part, rowsOf: RowSource): string {
  const { table, columns } = modelTables[part.model]
  const isSession = part.model === 'Session'
  const fields = [storedFields(columns), ...(isSession ? [sessionRenewal.fields] : [])].join(', ')
  const values = new Map(storedColumns(columns))
  if (isSession) values.set('payload', sessionRenewal.payload)
  const which = isSession ? `t.uid = v.uid AND ${sessionRenewal.condition}` : 't.id = v.i'
  return `UPDATE ${table} t SET ${[...values].map(([name, value]) => `${name} = ${value}`).join(', ')}
    FROM ${rowsOf(part, fields)} WHERE t.project_id = v.p AND ${which} RETURNING v.n`
}

const decision = (part: Part, rowsOf: RowSource, isRenewed: boolean): string =>
  `${part.do === 'consume' ? consume(part, rowsOf) : decide(part, rowsOf)}${isRenewed ? ' AND v.n IN (SELECT n FROM renewed)' : ''} RETURNING v.n`

/**
 * Redeems a row once; a repetition within the window of a refresh token succeeds and keeps the first time. The row lock orders
 * concurrent redemptions: the later one reads the time of the earlier one.
 */
const consume = (part: Part, rowsOf: RowSource): string =>
  `UPDATE ${modelTables[part.model].table} t SET consumed_at = COALESCE(t.consumed_at, now()) FROM ${rowsOf(part, 'i text, w float8')}
    WHERE t.project_id = v.p AND t.id = v.i
      AND (t.consumed_at IS NULL OR v.w > 0 AND t.consumed_at > now() - make_interval(secs => v.w))`

/** Stores the user's decision only while the row is undecided and has the payload that this browser read. */
function decide(part: Part, rowsOf: RowSource): string {
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

function change(part: Part, rowsOf: RowSource, gated: boolean): string {
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
  // The id of a session changes.
  const target = part.model === 'Session' ? 'uid' : 'id'
  return `INSERT INTO ${table} (project_id, ${names.join(', ')}) SELECT ${values.join(', ')} FROM ${rowsOf(part, storedFields(columns))}
    WHERE ${allowed} ON CONFLICT (project_id, ${target}) DO UPDATE SET ${names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`
}
