import { isDeepStrictEqual } from 'node:util'
import { detachedPrefix } from '@signet/sessions'
import type { AdapterPayload } from 'oidc-provider'

type Fields = Readonly<Record<string, unknown>>

/** What a request changes in a row that it has read, so that what another changes there meanwhile stays. */
export interface Changes {
  readonly set: Fields
  readonly unset: readonly string[]
}

/** The same of a session: also of the applications it knows, each of which is decided by itself. */
export interface SessionChanges extends Changes {
  /** Whose session it was. */
  readonly owner: string | null
  readonly applications: Changes & {
    /** What was read of those it changes or forgets. */
    readonly kept: Fields
    /** Those it adds: nobody else may have added them. */
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

/** As it is stored, and no longer the provider's own object. */
const plain = (payload: AdapterPayload): Fields & { authorizations?: Fields } =>
  JSON.parse(JSON.stringify(payload))

const applications = "COALESCE(t.payload->'authorizations', '{}'::jsonb)"

/** Of rows `v` of session changes: the columns, what the row becomes, and when it still may. */
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
