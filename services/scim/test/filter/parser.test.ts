import { createFuzz, fuzzRequests, fuzzSeed } from '@signet/testkit'
import { describe, expect, it, test } from 'vitest'
import { resources } from '../../src/discovery/resources.ts'
import { InvalidExpression } from '../../src/messages/filter/lexer.ts'
import { parseFilter, parsePath } from '../../src/messages/filter/parser.ts'
import { nameOf } from '../../src/schemas/find-attribute.ts'

const [users] = resources
const lenient = { strict: false }
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Every kind of expression of RFC 7644 section 3.4.2.2 on existing attributes. */
const valid = [
  'userName eq "bjensen"',
  'USERNAME EQ "bjensen"',
  'name.familyName co "O\'Malley"',
  'userName sw "J"',
  `${core}:userName sw "J"`,
  'title pr',
  'meta.lastModified gt "2011-05-13T04:42:34Z"',
  'meta.lastModified ge "2011-05-13T04:42:34.123+02:00"',
  'meta.created lt "2011-05-13T04:42:34Z"',
  'title pr and displayName eq "Employee"',
  'title pr or displayName eq "Intern"',
  'displayName eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
  'displayName ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
  'displayName eq "Employee" and (emails.type eq "work")',
  'displayName eq "Employee" and emails[type eq "work" and value co "@example.com"]',
  'emails[type eq "work" and value co "@example.com"] or phoneNumbers[type eq "mobile" and value co "1"]',
  'emails[type eq "work"].value eq "a@example.com"',
  'emails[not (type eq "work") and primary eq true]',
  'active eq true',
  'active ne false',
  'active eq "True"',
  'externalId eq null',
  `${enterprise}:department eq "Sales"`,
  `${enterprise.toUpperCase()}:manager.value eq "x"`,
  'userName eq "a\\"b\\u00e9"',
  '((((userName pr))))',
  'not(userName pr)',
  'groups.value eq "grp_1"',
  'userName eq ""',
]

const invalid = [
  '',
  ' ',
  'userName',
  'userName eq',
  'eq "x"',
  'userName is "x"',
  'userName eq x',
  'userName eq "x',
  "userName eq 'x'",
  'userName eq "x" and',
  'userName eq "x" or or userName pr',
  'userName eq "x" userName pr',
  '(userName pr',
  'userName pr)',
  '()',
  'not userName pr',
  'emails[type eq "work"',
  'emails[]',
  'emails type eq "work"]',
  'userName[type eq "work"]',
  'name[familyName eq "x"]',
  'emails[nothing eq "x"]',
  'emails[type eq "work"].nothing eq "x"',
  'nothing eq "x"',
  'name.nothing eq "x"',
  'name.familyName.x eq "x"',
  'name eq "x"',
  'active gt true',
  'active eq 1',
  'active eq "yes"',
  'userName eq true',
  'userName eq 5',
  'userName gt null',
  'meta.created co "2011"',
  'meta.created gt "yesterday"',
  'meta.created gt "2011-99-13T04:42:34Z"',
  'userName eq "\\u0000"',
  'userName eq "\\ud800"',
  'userName eq "x"; DROP TABLE accounts',
  '__proto__ pr',
  'constructor.name eq "x"',
  `${enterprise} eq "x"`,
  'urn:unknown:department eq "x"',
  `${'('.repeat(11)}userName pr${')'.repeat(11)}`,
  Array.from({ length: 65 }, () => 'title pr').join(' or '),
  `userName eq "${'x'.repeat(2048)}"`,
]

describe('filter of RFC 7644 3.4.2.2:', () => {
  it.each(valid)('the filter is accepted: %s', (text) => {
    expect(parseFilter(text, users, lenient)).toHaveProperty('kind')
  })

  it.each(invalid)('the filter is refused: %s', (text) => {
    expect(() => parseFilter(text, users, lenient)).toThrow(InvalidExpression)
  })

  it('the operator and binds more tightly than or, and parentheses more tightly than both', () => {
    const kinds = (text: string) => JSON.stringify(parseFilter(text, users, lenient), ['kind', 'filters'])
    expect(kinds('title pr or title pr and title pr')).toBe(
      '{"kind":"any","filters":[{"kind":"present"},{"kind":"all","filters":[{"kind":"present"},{"kind":"present"}]}]}',
    )
    expect(kinds('(title pr or title pr) and title pr')).toBe(
      '{"kind":"all","filters":[{"kind":"any","filters":[{"kind":"present"},{"kind":"present"}]},{"kind":"present"}]}',
    )
  })

  it('a boolean written as a string is accepted only without strict', () => {
    expect(() => parseFilter('active eq "True"', users, { strict: true })).toThrow(InvalidExpression)
  })
})

describe('path of RFC 7644 3.5.2:', () => {
  it.each([
    ['userName', 'userName', false],
    ['name.givenName', 'name.givenName', false],
    ['emails', 'emails', false],
    ['emails[type eq "work"]', 'emails', true],
    ['EMAILS[type eq "work" and primary eq true].VALUE', 'emails.value', true],
    [`${enterprise}:manager.value`, `${enterprise}:manager.value`, false],
    [`${core}:userName`, 'userName', false],
  ])('the path %s is accepted', (text, name, hasFilter) => {
    const { ref, values } = parsePath(text, users, lenient)
    expect([nameOf(ref), values !== null]).toEqual([name, hasFilter])
  })

  it.each([
    '',
    '.value',
    'emails.',
    'emails[type eq "work"].value.x',
    'emails[type eq "work"] .value eq',
    'userName pr',
    'emails[]',
    '__proto__.polluted',
    'emails[type eq "work"].__proto__',
    'name["familyName"]',
  ])('the path %s is refused', (text) => {
    expect(() => parsePath(text, users, lenient)).toThrow(InvalidExpression)
  })
})

const pieces = [
  ...['userName', 'emails', 'emails.value', 'active', 'meta.created', `${enterprise}:department`, 'name'],
  ...[
    'eq',
    'ne',
    'co',
    'pr',
    'and',
    'or',
    'not',
    '(',
    ')',
    '[',
    ']',
    '.value',
    '"x"',
    'true',
    'null',
    '-1e9',
  ],
]

test('a random text is accepted or refused as a filter and as a path', () => {
  const fuzz = createFuzz(fuzzSeed)
  for (let round = 0; round < fuzzRequests(20_000); round += 1) {
    const text = fuzz.chance(0.8)
      ? Array.from({ length: 1 + fuzz.below(40) }, () => fuzz.pick(pieces)).join(' ')
      : fuzz.text()
    for (const read of [parseFilter, parsePath])
      try {
        read(text, users, { strict: fuzz.chance(0.5) })
      } catch (error) {
        if (!(error instanceof InvalidExpression)) throw error
      }
  }
}, 3_600_000)

test('the most expensive filters cost less than 20 ms of processor time each', () => {
  const worst = [
    '('.repeat(2048),
    'not '.repeat(500),
    '"\\'.repeat(1000),
    'a.'.repeat(1000),
    Array.from({ length: 64 }, () => 'title pr').join(' or '),
    '-'.repeat(2048),
    `userName eq "${'\\u0041'.repeat(300)}"`,
  ]
  const rounds = 50
  const started = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1)
    for (const text of worst)
      try {
        parseFilter(text, users, lenient)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidExpression)
      }
  const { user } = process.cpuUsage(started)
  expect(user / 1000 / rounds / worst.length).toBeLessThan(20)
})
