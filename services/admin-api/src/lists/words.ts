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

/** All of `words`, or the text as one word in one of the forms of `whole`. */
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

interface CountedWord {
  readonly word: string
  readonly count: number
}

/** Orders words by the number of their matches in `scope`, a condition on `account_words` as `w`; the longest precede equal ones. */
async function rarestFirst(
  executor: Executor,
  words: readonly string[],
  scope: Sql,
): Promise<readonly CountedWord[]> {
  if (words.length < 2) return words.map((word) => ({ word, count: countedMatches }))
  const counts = words.map(
    (word) => sql`(SELECT count(*)::int FROM (
      SELECT 1 FROM account_words w WHERE ${scope} AND (${beginWith(formsOf(word))}) LIMIT ${countedMatches}) c)`,
  )
  const [row] = await executor.rows<{ counts: number[] }>(sql`SELECT ARRAY[${join(counts, ', ')}] AS counts`)
  return words
    .map((word, index) => ({ word, count: row?.counts[index] ?? 0 }))
    .toSorted((a, b) => a.count - b.count)
}

/** All words of `q` must match, or `q` as one word. An account has a row, with `word`, for each matching word. */
export async function accountsByWords(executor: Executor, q: string): Promise<readonly Sql[]> {
  const { words, whole } = readWords(q)
  const [rarest, ...others] = (await rarestFirst(executor, words, sql`true`)).map(({ word }) => word)
  return [
    ...(rarest
      ? [accountsWithWord(allOf([sql`(${beginWith(formsOf(rarest))})`, ...others.map(hasAnotherWord)]))]
      : []),
    ...(whole.length > 0 ? [accountsWithWord(sql`(${beginWith(whole)})`)] : []),
  ]
}

/**
 * Statements that return the `account_id` of accounts of a project, some of them twice, in an order that does not change: all words of
 * `q` match (parts of names without accents in any letter case and order, the user name, the address), or `q` as one word (`@` and a
 * domain, a telephone number, an id in the directory).
 * @param most rows of each statement
 */
export async function accountIdsByWords(
  executor: Executor,
  q: string,
  projectId: string,
  most: number,
): Promise<readonly Sql[]> {
  const { words, whole } = readWords(q)
  const scope = sql`w.project_id = ${projectId}`
  const [rarest, ...others] = await rarestFirst(executor, words, scope)
  const inOrder = (forms: readonly string[], more: readonly Sql[] = []): Sql => sql`
    SELECT w.account_id FROM account_words w WHERE ${allOf([scope, sql`(${beginWith(forms)})`, ...more])}
    ORDER BY w.word, w.account_id LIMIT ${most}`
  const byWords = ({ word, count }: CountedWord): Sql =>
    others.length > 0 && count === countedMatches
      ? withAllOf(words, scope, most)
      : inOrder(
          formsOf(word),
          others.map((other) => hasAnotherWord(other.word)),
        )
  return [...(rarest ? [byWords(rarest)] : []), ...(whole.length > 0 ? [inOrder(whole)] : [])]
}

/** Reads each index range once; a lookup of the other words for each account of a frequent word took ten times as long. */
const withAllOf = (words: readonly string[], scope: Sql, most: number): Sql => sql`
  ${join(
    words.map(
      (word) =>
        sql`SELECT w.account_id FROM account_words w WHERE ${scope} AND (${beginWith(formsOf(word))})`,
    ),
    ' INTERSECT ',
  )} ORDER BY account_id LIMIT ${most}`
