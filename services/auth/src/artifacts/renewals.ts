import { isDeepStrictEqual } from 'node:util'
import { detachedPrefix } from '@signet/sessions'
import type { AdapterPayload } from 'oidc-provider'

type Fields = Readonly<Record<string, unknown>>

/** Concurrent changes of other members of the row are preserved. */
export interface Changes {
  readonly set: Fields
  readonly unset: readonly string[]
}

/** Each application in the session is compared separately. */
export interface SessionChanges extends Changes {
  readonly owner: string | null
  readonly applications: Changes & {
    /** Previous values of the changed and removed applications. */
    readonly kept: Fields
    /** The update fails when a concurrent request added one of these applications. */
    readonly added: readonly string[]
  }
}

function changesOf(before: Fields, after: Fields): Changes {
  const names = Object.keys(after).filter((name) => after[name] !== undefined)
  return {
    set: Object.fromEntries(
      names
        .filter((name) => !isDeepStrictEqual(before[name], after[name]))
        .map((name) => [name, after[name]]),
    ),
    unset: Object.keys(before).filter((name) => after[name] === undefined),
  }
}

export function sessionChanges(before: AdapterPayload, after: AdapterPayload): SessionChanges {
  const { authorizations: known = {}, ...rest } = plain(before)
  const { authorizations: named = {}, ...kept } = plain(after)
  const applications = changesOf(known, named)
  const touched = [...Object.keys(applications.set), ...applications.unset]
  return {
    ...changesOf(rest, kept),
    owner: before.accountId ?? null,
    applications: {
      ...applications,
      kept: Object.fromEntries(touched.filter((id) => id in known).map((id) => [id, known[id]])),
      added: touched.filter((id) => !(id in known)),
    },
  }
}

const plain = (payload: AdapterPayload): Fields & { authorizations?: Fields } =>
  JSON.parse(JSON.stringify(payload))

const applications = "COALESCE(t.payload->'authorizations', '{}'::jsonb)"

/** Columns, new payload, and condition of the update for rows `v`. */
export const sessionRenewal = {
  fields: 'owner text, set jsonb, unset text[], kept jsonb, added text[], given jsonb, taken text[]',
  payload: `(t.payload - v.unset) || v.set || jsonb_build_object('authorizations', (${applications} - v.taken) || v.given)`,
  condition: `t.account_id IS NOT DISTINCT FROM v.owner AND t.id NOT LIKE '${detachedPrefix}%' AND ${applications} @> v.kept AND NOT ${applications} ?| v.added`,
}

export const sessionRenewalRow = ({
  owner,
  set,
  unset,
  applications: { kept, added, ...apps },
}: SessionChanges) => ({
  owner,
  set,
  unset,
  kept,
  added,
  given: apps.set,
  taken: apps.unset,
})
