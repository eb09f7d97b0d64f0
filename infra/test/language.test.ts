import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { readAllowed } from './language/allowed.ts'
import { checkedFiles, countsOf, offencesOf } from './language/files.ts'
import { readMarkdown, readMessages, readScript } from './language/passages.ts'
import { offencesIn, type PassageKind } from './language/rules.ts'

const allowed = readAllowed()

test('no file has more offences against plain language than it is allowed, and the allowance only shrinks', () => {
  const counts = Object.fromEntries(checkedFiles().map((file) => [file, countsOf(offencesOf(file))]))
  const differences = Object.entries(counts).flatMap(([file, found]) => {
    const rules = new Set([...Object.keys(found), ...Object.keys(allowed[file] ?? {})])
    return [...rules].flatMap((rule) => {
      const [is, may] = [found[rule] ?? 0, allowed[file]?.[rule] ?? 0]
      if (is > may) return `${file}: ${is} × ${rule}, ${may} allowed: npm run language -- ${file}`
      return is < may ? `${file}: ${is} × ${rule}, ${may} allowed: npm run language -- --write` : []
    })
  })
  expect(differences).toEqual([])
  expect(Object.keys(allowed).filter((file) => !(file in counts))).toEqual([])
}, 60_000)

test('the subjects of commits are plain since the rules apply', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [adoption] = git('log', '--diff-filter=A', '--format=%H', '--', 'infra/test/language.test.ts')
  const subjects = adoption ? git('log', '--no-merges', '--format=%s', `${adoption}..HEAD`) : []
  const offences = subjects.flatMap((text) => offencesIn({ kind: 'subject', line: 1, text }))
  expect(offences.map(({ rule, passage }) => `${rule.name}: ${passage.text}`)).toEqual([])
})

test.for<[string, PassageKind, string]>([
  ['unnamed actor', 'comment', 'Rejects whoever comes second.'],
  ['unnamed actor', 'comment', 'Counts the requests of who calls.'],
  ['clause noun', 'comment', 'Returns what became of it.'],
  ['opener', 'comment', 'The same for projects.'],
  ['word', 'title', 'two requests at once redeem one code'],
  ['human verb', 'document', 'The token says which project issued it.'],
  ['human verb', 'comment', 'The endpoint answers 404.'],
  ['human verb', 'comment', 'The link leads to the account page.'],
  ['human verb', 'comment', 'The endpoint takes tokens.'],
  ['human verb', 'comment', 'The previous key keeps signing.'],
  ['code', 'comment', `Counts attempts (${'T'}22).`],
  ['code', 'comment', 'Locks the row (invariant 4).'],
  ['title without a subject', 'title', 'is refused where it ended'],
  ['title without a subject', 'title', 'rejects a code that was redeemed'],
  ['unnamed actor', 'text', 'Nobody could sign in.'],
  ['subject of a commit', 'subject', 'Tests of races share how they begin'],
])('the rule "%s" finds its offence in a %s', ([name, kind, text]) => {
  expect(offencesIn({ kind, line: 1, text }).map(({ rule }) => rule.name)).toContain(name)
})

test('quoted text and code have no offences', () => {
  const text = 'Sends `nobody`, and the error "what is this" of the specification.'
  expect(offencesIn({ kind: 'comment', line: 1, text })).toEqual([])
})

test('a component may keep data, and take time, precedence and effect', () => {
  const text =
    'A session keeps its grant. A migration takes ten seconds. A link takes precedence. A row takes effect.'
  expect(offencesIn({ kind: 'comment', line: 1, text })).toEqual([])
})

test('comments, titles and paragraphs are read with their lines', () => {
  const script =
    "/** Locks\n * the row. */\nconst a = 1 // seconds\n// One\n// sentence.\nit('a row is locked', () => {})\n"
  expect(readScript('a.test.ts', script)).toEqual([
    expect.objectContaining({ kind: 'comment', line: 1, text: 'Locks the row.' }),
    expect.objectContaining({ kind: 'comment', line: 3, text: 'seconds One sentence.' }),
    { kind: 'title', line: 6, text: 'a row is locked' },
  ])
  expect(readMarkdown('# A\n```\nnobody\n```\n\nB\n')).toEqual([
    { kind: 'document', line: 1, text: '# A' },
    { kind: 'document', line: 6, text: 'B' },
  ])
})

test('sentences of the sources and English messages are read, not statements and names', () => {
  const script = `const a = 'The client is unknown.'
const b = \`The \${a} of the client\`
const c = 'SELECT 1 FROM a WHERE b'
const d = 'one name'`
  expect(readScript('a.ts', script)).toEqual([
    { kind: 'text', line: 1, text: 'The client is unknown.' },
    { kind: 'text', line: 2, text: 'The § of the client' },
  ])
  expect(readScript('test/a.ts', script)).toEqual([])
  expect(readMessages('{\n  "a": {\n    "b": "A user signs in."\n  }\n}\n')).toEqual([
    { kind: 'text', line: 3, text: 'A user signs in.' },
  ])
})
