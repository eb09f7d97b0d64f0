import { isPaged, type OperationName, operations, type Problem, sortsOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { growingLists } from './support/lists.ts'
import { startWorld, type World } from './support/world.ts'

const paged = operationNames.filter((name) => isPaged(operations[name]))

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.database.run(sql`DELETE FROM throttles`)
})
afterAll(() => world?.close())

const listOf = (name: OperationName) => {
  const list = growingLists[name]
  if (!list) throw new Error(`${name} takes pages and has no function that adds a row.`)
  return list
}

type Row = Readonly<Record<string, unknown>>

interface Answer {
  readonly rows: readonly Row[]
  readonly ids: readonly unknown[]
  readonly nextCursor?: string
  readonly total?: number
  readonly totalCapped?: boolean
}

async function ask(name: OperationName, input: Row = {}, person = world.people.super): Promise<Answer> {
  const list = listOf(name)
  const reply = await world.call(person, name, { ...list.input(world), ...input })
  expect(reply.status, reply.text).toBe(200)
  const body = reply.body as Row & Pick<Answer, 'nextCursor' | 'total' | 'totalCapped'>
  const rows = body[list.rows] as Row[]
  return { ...body, rows, ids: rows.map((row) => row[list.id]) }
}

/** `concurrent` runs between the first and the second page. */
async function walk(name: OperationName, input: Row, concurrent = async () => {}): Promise<Answer[]> {
  const pages = [await ask(name, input)]
  await concurrent()
  for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor)
    pages.push(await ask(name, { ...input, cursor: next }))
  return pages
}

const idsOf = (pages: readonly Answer[]) => pages.flatMap(({ ids }) => ids)

test('every list that takes pages has a case in this file', () => {
  expect(Object.keys(growingLists).toSorted()).toEqual(paged.toSorted())
})

describe.each(paged)('%s:', (name) => {
  beforeAll(async () => {
    for (const text of ['ärger', 'berg', 'chor', 'ärger']) await listOf(name).add(world, asWritten(text))
  })
  /** Addresses are ASCII, and two lists show projects, each with names of its own. */
  const asWritten = (text: string) => {
    if (name === 'project_sign_in_access_list') return text.replace('ärger', 'übung')
    return name === 'admin_list' || name === 'team_invitation_list' ? text.replace('ä', 'ae') : text
  }

  test('the list without parameters is returned whole, without members of a page', async () => {
    const { rows, nextCursor, total, totalCapped } = await ask(name)
    expect(rows.length).toBeGreaterThanOrEqual(4)
    expect([nextCursor, total, totalCapped]).toEqual([undefined, undefined, undefined])
  })

  test.each(sortsOf(operations[name]))('the pages by %s are the whole list, each row once', async (sort) => {
    const whole = await ask(name)
    const pages = await walk(name, { sort, count: 3 })
    expect(idsOf(pages).toSorted()).toEqual(whole.ids.toSorted())
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => whole.ids.length))
    const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
    expect(idsOf(await walk(name, { sort: opposite, count: 200 }))).toEqual(idsOf(pages).toReversed())
  })

  test('the pages in the default order have the order of the list', async () => {
    expect(idsOf(await walk(name, { count: 2 }))).toEqual((await ask(name)).ids)
  })

  test('a row that is added between two pages neither repeats nor hides another', async () => {
    const before = await ask(name)
    const ids = idsOf(await walk(name, { count: 2 }, async () => void (await listOf(name).add(world, 'zug'))))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining([...before.ids]))
  })

  test('a search finds a part of a text in other letters, with the total, and an exact id', async () => {
    const { rows, total } = await ask(name, { q: asWritten('ärger').toUpperCase() })
    expect([rows.length, total]).toEqual([2, 2])
    const { ids } = await ask(name)
    if (String(ids[0]).includes('_')) expect((await ask(name, { q: ids[0] })).ids).toEqual([ids[0]])
  })

  test.each([
    ['nonsense', 'nonsense'],
    ['another kind of value', Buffer.from('[1]').toString('base64url')],
    ['an unknown order', Buffer.from('["constructor","a","b"]').toString('base64url')],
    ['a text that PostgreSQL cannot store', Buffer.from('["name","\\u0000","b"]').toString('base64url')],
  ])('a cursor that is %s is refused', async (_what, cursor) => {
    const reply = await world.call(world.people.super, name, { ...listOf(name).input(world), cursor })
    expect([reply.status, (reply.body as Problem).code]).toEqual([422, 'invalid_value'])
    expect((reply.body as Problem).errors).toEqual([expect.objectContaining({ path: 'cursor' })])
  })

  test('a cursor of another order is refused', async () => {
    const [first, second] = sortsOf(operations[name])
    const { nextCursor: cursor } = await ask(name, { sort: first, count: 1 })
    const input = { ...listOf(name).input(world), cursor, sort: second }
    const problem = await world.refused(world.people.super, name, input)
    expect([problem.code, problem.errors?.[0]?.path]).toEqual(['invalid_value', 'cursor'])
  })
})

test.each(['.', '%', '_rger', '.*', '[', '(', '\\', "'", '^', '***:', '{1'])(
  'a search matches %s literally',
  async (q) => {
    expect((await ask('project_list', { q: `q${q}q` })).total).toBe(0)
    await world.ok(world.people.owner, 'project_update', { projectId: world.project, name: `Q${q}Q` })
    expect((await ask('project_list', { q: `q${q}q` })).ids).toEqual([world.project])
  },
)

describe('pages:', () => {
  test.each(['project_list', 'team_list', 'provisioning_hold_list', 'approval_list'] as const)(
    'the list %s has in its pages only rows of the whole list, with any search and any cursor',
    async (name) => {
      const { stranger } = world.people
      const own = await ask(name, {}, stranger)
      const theirs = await ask(name, { count: 1 })
      expect((await ask(name, { count: 200 }, stranger)).ids).toEqual(own.ids)
      expect((await ask(name, { q: 'berg' }, stranger)).ids).toEqual([])
      expect((await ask(name, { q: theirs.ids[0] }, stranger)).ids).toEqual([])
      const beyond = await ask(name, { cursor: theirs.nextCursor }, stranger)
      expect(own.ids).toEqual(expect.arrayContaining([...beyond.ids]))
      expect(beyond.total).toBe(own.ids.length)
    },
  )
})
