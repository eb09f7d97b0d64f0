import { allOf, type Executor, join, type Sql, sql } from '@signet/db'

const separators = /[\][\s.,;:/\\(){}@_+"'\u2019-]+/u
const accents = /[\u0300-\u036f]/gu

/** Form of `words_of_columns` in PostgreSQL: without accents, ASCII letters in lower case. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Characters; the rest of a longer word is not stored. */
const longestWord = 100

const wordsIn = (text: string): string[] =>
  withoutAccents(text)
    .split(separators)
    .filter(Boolean)
    .map((word) => [...word].slice(0, longestWord).join(''))

/** Letters other than ASCII keep their case in PostgreSQL. */
function formsOf(word: string): readonly string[] {
  if (/^[ -~]*$/.test(word)) return [word]
  const lower = word.toLowerCase()
  const [first = '', ...rest] = lower
  return [...new Set([word, lower, first.toUpperCase() + rest.join(''), lower.toUpperCase()])]
}

/** Forms of a text that is one word itself: a domain, a telephone number, an id. */
function wholeForms(text: string): readonly string[] {
  const trimmed = text.trim()
  if (/^[+\d][\d\s()./-]+$/.test(trimmed)) return [trimmed.replace(/[^+\d]/g, '')]
  return wordsIn(trimmed).length === 1 && !trimmed.startsWith('@') ? [] : [trimmed, withoutAccents(trimmed)]
}

const beginWith = (forms: readonly string[], row = sql`w`): Sql =>
  join(
    [...new Set(forms)].map((form) => sql`(${row}.word >= ${form} AND ${row}.word < ${`${form}\u{10ffff}`})`),
    ' OR ',
  )

/** Further words of a search are ignored. */
const wordsOfSearch = 8

/** All of `words`, the longest first, or the text as one word in one of the forms of `whole`. */
interface SearchedWords {
  readonly words: readonly string[]
  readonly whole: readonly string[]
}

const readWords = (q: string): SearchedWords => ({
  words: wordsIn(q)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, wordsOfSearch),
  whole: wholeForms(q),
})

const hasWord = (account: Sql, forms: readonly string[]): Sql => sql`EXISTS (
  SELECT 1 FROM account_words w
  WHERE w.project_id = ${account}.project_id AND w.account_id = ${account}.id AND (${beginWith(forms)}))`

const hasAll = (account: Sql, words: readonly string[]): Sql =>
  allOf(words.map((word) => hasWord(account, formsOf(word))))

/**
 * The conditions have no common account. All words of `q` must match: parts of names without accents in any letter case and order, the
 * user name, the address. The second condition takes `q` as one word: `@` and a domain, a telephone number, an id in the directory.
 * Each selects the accounts through one index, with the longest word.
 * @param account alias of the accounts
 */
export function waysToMatchWords(q: string, account: Sql, projectId: string): readonly Sql[] {
  const { words, whole } = readWords(q)
  const selected = (forms: readonly string[]): Sql => sql`${account}.id IN (
    SELECT w.account_id FROM account_words w WHERE w.project_id = ${projectId} AND (${beginWith(forms)}))`
  const [longest, ...others] = words
  return [
    ...(longest ? [allOf([selected(formsOf(longest)), hasAll(account, others)])] : []),
    ...(whole.length > 0
      ? [allOf([selected(whole), ...(longest ? [sql`NOT (${hasAll(account, words)})`] : [])])]
      : []),
  ]
}

/** Accounts of every project with a row for each word that meets a condition on `account_words` as `w`. */
const accountsWithWord = (condition: Sql): Sql => sql`(
  SELECT a.*, w.word FROM account_words w JOIN accounts a ON a.project_id = w.project_id AND a.id = w.account_id
  WHERE ${condition})`

/** An index has this order of `accountsByWords` as `x`, so that a limit stops the search. */
export const orderOfWords = sql`x.word, x.project_id`

/**
 * OFFSET prevents a join with the accounts that have the other word: PostgreSQL compared each of them with each account of `w`, three
 * seconds for two frequent names among 1,000,000 users.
 */
const hasAnotherWord = (word: string): Sql => sql`EXISTS (
  SELECT 1 FROM account_words o
  WHERE o.project_id = w.project_id AND o.account_id = w.account_id AND (${beginWith(formsOf(word), sql`o`)}) OFFSET 0)`

/** Words with more matches are equally frequent. */
const countedMatches = 2_000

/** Orders by the number of matches, then the longest first. */
async function rarestFirst(executor: Executor, words: readonly string[]): Promise<readonly string[]> {
  if (words.length < 2) return words
  const counts = words.map(
    (word) => sql`(SELECT count(*)::int FROM (
      SELECT 1 FROM account_words w WHERE ${beginWith(formsOf(word))} LIMIT ${countedMatches}) c)`,
  )
  const [row] = await executor.rows<{ counts: number[] }>(sql`SELECT ARRAY[${join(counts, ', ')}] AS counts`)
  return words
    .map((word, index) => ({ word, count: row?.counts[index] ?? 0 }))
    .toSorted((a, b) => a.count - b.count)
    .map(({ word }) => word)
}

/** All words of `q` must match, or `q` as one word. An account has a row, with `word`, for each matching word. */
export async function accountsByWords(executor: Executor, q: string): Promise<readonly Sql[]> {
  const { words, whole } = readWords(q)
  const [rarest, ...others] = await rarestFirst(executor, words)
  return [
    ...(rarest
      ? [accountsWithWord(allOf([sql`(${beginWith(formsOf(rarest))})`, ...others.map(hasAnotherWord)]))]
      : []),
    ...(whole.length > 0 ? [accountsWithWord(sql`(${beginWith(whole)})`)] : []),
  ]
}
