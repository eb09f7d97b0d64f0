import { displayNameOf } from '@signet/accounts'
import { idPrefixes, type SearchKind } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { beginsWith, containsText } from '../../lists/matching.ts'
import { accountsByWords, orderOfWords } from '../../lists/words.ts'

export interface SearchMatch {
  /** Rows to search; default: the table of the kind. */
  readonly table?: Sql
  readonly where: Sql
  readonly order: Sql
}

/** A kind of object of a table `x` that a search finds. */
export interface SearchedKind {
  readonly kind: Exclude<SearchKind, 'fault'>
  readonly table: Sql
  /** Prefix of its ids when it can be found by its id. */
  readonly prefix?: string
  readonly id: Sql
  readonly name: Sql
  /** Conditions without a common row, each of which uses one index. */
  readonly found: (q: string, executor: Executor) => readonly SearchMatch[] | Promise<readonly SearchMatch[]>
}

const byText = (name: Sql, ...more: readonly Sql[]) => ({
  name,
  found: (q: string): readonly SearchMatch[] => [{ where: containsText(q, [name, ...more]), order: name }],
})

export const projects: SearchedKind = {
  kind: 'project',
  table: sql`projects`,
  prefix: idPrefixes.project,
  id: sql`x.id`,
  ...byText(sql`x.name`, sql`x.slug`, sql`x.host`),
}

export const teams: SearchedKind = {
  kind: 'team',
  table: sql`teams`,
  prefix: idPrefixes.team,
  id: sql`x.id`,
  ...byText(sql`x.name`),
}

/** A middle dot. */
const nameSeparator = ' \u00b7 '

const address = sql`x.email_key`

export const kindsOfProject: readonly SearchedKind[] = [
  {
    kind: 'application',
    table: sql`(SELECT * FROM clients WHERE NOT built_in)`,
    prefix: idPrefixes.client,
    id: sql`x.id`,
    ...byText(sql`x.client_name`),
  },
  {
    kind: 'user',
    table: sql`accounts`,
    prefix: idPrefixes.account,
    id: sql`x.id`,
    name: sql`concat_ws(${nameSeparator}::text, ${displayNameOf(sql`x`)}, COALESCE(x.email, x.username))`,
    found: async (q, executor) => [
      { where: beginsWith(address, q), order: address },
      ...(await accountsByWords(executor, q)).map((table) => ({
        table,
        where: sql`${beginsWith(address, q)} IS NOT TRUE`,
        order: orderOfWords,
      })),
    ],
  },
  {
    kind: 'group',
    table: sql`groups`,
    prefix: idPrefixes.group,
    id: sql`x.id`,
    name: sql`x.display_name`,
    found: (q) => [{ where: beginsWith(sql`x.display_name_key`, q), order: sql`x.display_name_key` }],
  },
  { kind: 'api', table: sql`resources`, id: sql`x.identifier`, ...byText(sql`x.name`, sql`x.identifier`) },
  { kind: 'provider', table: sql`identity_providers`, id: sql`x.id`, ...byText(sql`x.display_name`) },
  {
    kind: 'connection',
    table: sql`provisioning_connections`,
    prefix: idPrefixes.connection,
    id: sql`x.id`,
    ...byText(sql`x.display_name`),
  },
]
