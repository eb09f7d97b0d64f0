import type { Project } from '@signet/contracts'
import { type Executor, raw, sql } from '@signet/db'

export type PasskeyRule = Project['passkeys']

interface PasskeyProject {
  readonly passkeys: PasskeyRule
  readonly passwordLogin: boolean
}

/**
 * Under `allowed`, passkeys belong to the password sign-in: in a project whose users sign in through identity providers only, a passkey
 * would outlive the account at the provider.
 */
export const arePasskeysOn = ({ passkeys, passwordLogin }: PasskeyProject): boolean =>
  passkeys !== 'off' && (passwordLogin || passkeys !== 'allowed')

/** SQL of `arePasskeysOn`, for projects `o`. */
export const passkeysOn = `(o.passkeys IN ('preferred', 'required') OR o.passkeys = 'allowed' AND o.password_login)`

const baseHost = `(SELECT regexp_replace(split_part(split_part(i.base_url, '://', 2), '/', 1), ':[0-9]+$', '') FROM instance i)`

/** Host of the issuer of projects `j`, to which passkeys are bound; null without an address. */
export const passkeyHost = `CASE j.address_form WHEN 'host' THEN j.host WHEN 'subdomain' THEN j.slug || '.' || ${baseHost}
  WHEN 'unaddressed' THEN NULL ELSE ${baseHost} END`

/** Account `a` of project `j` has a passkey that works at the host of the project. */
export const hasPasskey = `EXISTS (SELECT FROM passkeys k
  WHERE k.project_id = a.project_id AND k.account_id = a.id AND k.rp_id = ${passkeyHost})`

/** Forms in which a host belongs to one project. Projects at paths and at the root share the host of the instance. */
const exclusiveForms = `('host', 'subdomain')`

export const hasOwnHost = ({ addressForm }: { readonly addressForm: string }): boolean =>
  addressForm === 'host' || addressForm === 'subdomain'

/** Passkeys of a former host are accepted for this time. */
const formerHostTime = `interval '365 days'`

/** Passkeys of the present host would be accepted until then, if the address changed now. */
export async function endOfFormerHost(executor: Executor): Promise<Date> {
  const [row] = await executor.rows<{ until: Date }>(sql`SELECT now() + ${raw(formerHostTime)} AS until`)
  if (!row) throw new Error('The database returned no time.')
  return row.until
}

/**
 * Call before the address changes. A host that other projects share never becomes a former host: passkeys of their users are bound to
 * it too.
 */
export const keepFormerHost = (tx: Executor, projectId: string): Promise<number> =>
  tx.run(sql`
    UPDATE address_tombstones t SET passkeys_until = now() + ${raw(formerHostTime)} FROM projects j
    WHERE j.id = ${projectId} AND t.project_id = j.id AND (j.address_form = 'host' AND t.kind = 'host' AND t.key = j.host
      OR j.address_form = 'subdomain' AND t.kind = 'slug' AND t.key = j.slug)`)

const tombstoneHost = `CASE t.kind WHEN 'host' THEN t.key ELSE t.key || '.' || ${baseHost} END`

/** Former hosts `t` of projects `j` whose present host is another one, and their own. */
const isFormerHost = `t.passkeys_until > now() AND j.address_form IN ${exclusiveForms} AND ${tombstoneHost} <> ${passkeyHost}`

/** Account `a` of project `j` has a passkey that works at the present host or as one of a former host. */
export const hasAcceptedPasskey = `(${hasPasskey} OR EXISTS (SELECT FROM passkeys k
  JOIN address_tombstones t ON t.project_id = k.project_id AND ${tombstoneHost} = k.rp_id
  WHERE k.project_id = a.project_id AND k.account_id = a.id AND ${isFormerHost}))`

/** Browsers bind passkeys to names only (WebAuthn 3, 5.1.2). */
export const isPasskeyHost = (host: string): boolean => !host.startsWith('[') && !/^[\d.]+$/.test(host)

/**
 * True with an authenticator or an accepted passkey. A mailed link must not replace one: access to the mailbox would then pass a second factor.
 */
export async function hasSecondFactor(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<boolean> {
  const rows = await executor.rows<object>(sql`
    SELECT 1 FROM accounts a JOIN projects j ON j.id = a.project_id
    WHERE a.project_id = ${projectId} AND a.id = ${accountId} AND (a.totp_enrolled_at IS NOT NULL OR ${raw(hasAcceptedPasskey)})`)
  return rows.length > 0
}

export interface FormerHost {
  readonly host: string
  /** Seconds of the epoch. */
  readonly until: number
}

const maxFormerHosts = 3

/** JSON of `FormerHost[]`: former hosts of project `j` that have passkeys. */
export const formerHosts = `(SELECT COALESCE(jsonb_agg(f ORDER BY f.until DESC), '[]'::jsonb) FROM (
  SELECT ${tombstoneHost} AS host, extract(epoch FROM t.passkeys_until)::float8 AS until FROM address_tombstones t
  WHERE t.project_id = j.id AND ${isFormerHost}
    AND EXISTS (SELECT FROM passkeys k WHERE k.project_id = j.id AND k.rp_id = ${tombstoneHost})
  ORDER BY t.passkeys_until DESC LIMIT ${maxFormerHosts}) f)`

/** Former hosts that have passkeys, so that browsers look them up. */
export const readAllFormerHosts = (executor: Executor): Promise<{ readonly host: string }[]> =>
  executor.rows(sql`
    SELECT DISTINCT f.host FROM projects j CROSS JOIN LATERAL jsonb_to_recordset(${raw(formerHosts)}) AS f (host text)
    WHERE j.deletion_scheduled_at IS NULL ORDER BY f.host`)

export async function readFormerHosts(executor: Executor, projectId: string): Promise<FormerHost[]> {
  const [row] = await executor.rows<{ hosts: FormerHost[] }>(sql`
    SELECT ${raw(formerHosts)} AS hosts FROM projects j WHERE j.id = ${projectId}`)
  return row?.hosts ?? []
}

interface Addressed {
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

/**
 * Null for a host that is not a former one (WebAuthn 3, 5.11).
 * @param kind form of the former address
 * @param key its host or slug
 */
export async function readRelatedProject(
  executor: Executor,
  kind: 'host' | 'slug',
  key: string,
): Promise<Addressed | null> {
  const [project] = await executor.rows<Addressed>(sql`
    SELECT j.address_form AS "addressForm", j.slug, j.host FROM address_tombstones t JOIN projects j ON j.id = t.project_id
    WHERE t.kind = ${kind} AND t.key = ${key} AND j.deletion_scheduled_at IS NULL AND ${raw(isFormerHost)}
      AND EXISTS (SELECT FROM projects o WHERE o.id = j.id AND ${raw(passkeysOn)})`)
  return project ?? null
}

/** Present and former hosts, the latter also without a passkey. */
export async function readAcceptedHosts(executor: Executor, projectId: string): Promise<string[]> {
  const rows = await executor.rows<{ host: string }>(sql`
    SELECT ${raw(passkeyHost)} AS host FROM projects j WHERE j.id = ${projectId} AND j.address_form <> 'unaddressed'
    UNION ALL SELECT ${raw(tombstoneHost)} FROM projects j JOIN address_tombstones t ON t.project_id = j.id
    WHERE j.id = ${projectId} AND ${raw(isFormerHost)}`)
  return rows.map(({ host }) => host)
}
