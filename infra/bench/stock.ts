import { randomUUID } from 'node:crypto'
import { digest, mintToken } from '@signet/secrets'
import { FormBrowser, isPage } from '@signet/testkit'
import { Connection } from './connection.ts'
import { formPost, textOf } from './load.ts'
import { challenge, type PreparedInstance, password, redirectUri, resource, verifier } from './prepare.ts'
import type { Place } from './projects.ts'
import type { BenchStack } from './stack.ts'
import type { StockKind, Target } from './target.ts'

const tables: Readonly<Record<StockKind, string>> = {
  AuthorizationCode: 'oidc_authorization_codes',
  RefreshToken: 'oidc_refresh_tokens',
  RefreshTokenForApi: 'oidc_refresh_tokens',
  AccessToken: 'oidc_access_tokens',
}

export interface SignetTarget extends Target {
  inProject(place: Place): Target
}

/** Artifacts are copies of rows of one real sign-in, each with its own id and grant, so that thousands are created within seconds. */
export function signetTarget(stack: BenchStack, prepared: PreparedInstance): SignetTarget {
  const originals = new Map<StockKind, Promise<string>>()
  const original = (kind: StockKind): Promise<string> => {
    const known =
      originals.get(kind) ?? obtain(stack, prepared, kind).then((value) => keep(stack, kind, value))
    originals.set(kind, known)
    return known
  }
  const inProject = (place: Place): Target => ({
    name: 'signet',
    pid: stack.pids.auth,
    port: stack.ports.auth,
    databasePid: stack.databasePid,
    host: new URL(prepared.issuer).host,
    path: place.path,
    authorization: prepared.authorizationOf(place.clientId),
    async stock(kind, count) {
      const values = Array.from({ length: count }, () => mintToken())
      const row = digest(await original(kind))
      await copy(stack, { table: tables[kind], row, place }, values.map(digest))
      return values
    },
  })
  return { ...inProject(prepared), inProject }
}

/** A code expires after a minute, and the benchmark takes longer. */
async function keep({ sql }: BenchStack, kind: StockKind, value: string): Promise<string> {
  await sql.query(`UPDATE ${tables[kind]} SET expires_at = now() + interval '1 day' WHERE id = $1`, [
    digest(value),
  ])
  return value
}

async function obtain(stack: BenchStack, prepared: PreparedInstance, kind: StockKind): Promise<string> {
  const code = await signIn(stack, prepared, kind === 'RefreshTokenForApi')
  if (kind === 'AuthorizationCode') return code
  const { host } = new URL(prepared.issuer)
  const connection = new Connection(stack.ports.auth)
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  const { status, body } = await connection.send(
    textOf(formPost(`${prepared.path}/token`, host, prepared.authorization, fields)),
  )
  connection.close()
  if (status !== 200) throw new Error(`The redemption of the code returned ${status}: ${body}`)
  const tokens = JSON.parse(body) as { access_token: string; refresh_token: string }
  return kind === 'AccessToken' ? tokens.access_token : tokens.refresh_token
}

async function signIn(stack: BenchStack, prepared: PreparedInstance, forApi: boolean): Promise<string> {
  const request = new URL(`${prepared.issuer}/auth`)
  request.search = new URLSearchParams({
    client_id: prepared.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: `openid offline_access${forApi ? ' read' : ''}`,
    prompt: 'consent',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(forApi ? { resource } : {}),
  }).toString()
  const browser = new FormBrowser({ host: '127.0.0.1', port: stack.ports.auth }, redirectUri)
  let at = await browser.open(request)
  if (isPage(at)) at = await browser.submit(at, '/login', { login: prepared.users[0] ?? '', password })
  if (isPage(at)) at = await browser.submit(at, '/consent')
  if (isPage(at)) throw new Error(at.html)
  const code = at.arrivedAt.searchParams.get('code')
  if (!code) throw new Error(`No code arrived: ${at.arrivedAt}`)
  return code
}

async function copy(
  { sql }: BenchStack,
  { table, row, place }: { readonly table: string; readonly row: string; readonly place: Place },
  ids: readonly string[],
): Promise<void> {
  const { rowCount } = await sql.query(
    `WITH n AS (SELECT * FROM unnest($2::text[], $3::text[]) AS n (id, grant_id)),
      granted AS (
        INSERT INTO oidc_grants SELECT r.* FROM ${table} t
          JOIN oidc_grants g ON g.project_id = t.project_id AND g.id = t.grant_id CROSS JOIN n
          CROSS JOIN LATERAL jsonb_populate_record(g, jsonb_build_object('id', n.grant_id, 'project_id', $4::text,
            'client_id', $5::text, 'payload', g.payload || jsonb_build_object('clientId', $5::text))) r
        WHERE t.id = $1)
     INSERT INTO ${table} SELECT r.* FROM ${table} t CROSS JOIN n
       CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object(
         'id', n.id, 'grant_id', n.grant_id, 'project_id', $4::text, 'client_id', $5::text, 'consumed_at', null, 'expires_at', now() + interval '1 hour',
         'payload', t.payload || jsonb_build_object('grantId', n.grant_id, 'clientId', $5::text,
           'exp', extract(epoch FROM now())::int + 3600))) r
     WHERE t.id = $1`,
    [row, ids, ids.map(() => randomUUID()), place.projectId, place.clientId],
  )
  if (rowCount !== ids.length) throw new Error(`${rowCount} of ${ids.length} rows of ${table} were made.`)
  await analyzeGrown(sql, table, ids.length)
}

/** Rows of each table, and those of them that its statistics include. */
const copied = new Map<string, { all: number; analyzed: number }>()

/**
 * Updates the statistics like autovacuum on a grown table: with a plan for the empty table, any index of the project serves as its key.
 */
async function analyzeGrown(sql: BenchStack['sql'], table: string, rows: number): Promise<void> {
  const counts = copied.get(table) ?? { all: 0, analyzed: 0 }
  copied.set(table, counts)
  counts.all += rows
  if (counts.all < 1.5 * counts.analyzed) return
  await sql.query(`ANALYZE ${table}, oidc_grants`)
  counts.analyzed = counts.all
}
