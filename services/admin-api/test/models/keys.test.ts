import { type AnswerOf, limits, type Operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownProject } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'
import { type Command, walk } from './model.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const alg = 'ES256'

interface Key {
  readonly kid: string
  readonly state: 'published' | 'signing' | 'retired' | 'revoked'
  /** True after the publication window. */
  readonly ready: boolean
  readonly signed: boolean
}

interface KeySet {
  readonly projectId: string
  /** Keys of one algorithm, in the order of their creation. */
  readonly keys: readonly Key[]
  /** Keys of other algorithms count towards the limit. */
  readonly others: number
}

type Rotation = AnswerOf<Operations['project_key_rotate']>
type Revocation = AnswerOf<Operations['project_key_revoke']>

const held = ({ keys, others }: KeySet) => others + keys.filter(({ state }) => state !== 'revoked').length
const isFull = (set: KeySet) => held(set) >= limits.keysHeld
const fresh = (kid: string, state: Key['state'] = 'published'): Key => ({
  kid,
  state,
  ready: false,
  signed: state === 'signing',
})
const without = (set: KeySet, kid: string): KeySet => ({
  ...set,
  keys: set.keys.filter((key) => key.kid !== kid),
})
const change = (set: KeySet, kid: string, to: Partial<Key>): KeySet => ({
  ...set,
  keys: set.keys.map((key) => (key.kid === kid ? { ...key, ...to } : key)),
})
const add = (set: KeySet, key: Key): KeySet => ({ ...set, keys: [...set.keys, key] })

function promote(set: KeySet, kid: string): KeySet {
  const signer = set.keys.find(({ state }) => state === 'signing')
  const demoted = signer ? change(set, signer.kid, { state: 'published' }) : set
  return change(demoted, kid, { state: 'signing', signed: true })
}

const waiting = ({ keys }: KeySet) =>
  keys.find(({ state, ready, signed }) => state === 'published' && ready && !signed)
const successor = (set: KeySet) =>
  waiting(set) ?? set.keys.find(({ state, ready }) => state === 'published' && ready)

const onKey = (
  place: number,
  operation: Command<KeySet>['operation'],
  says: (set: KeySet, key: Key) => ReturnType<Command<KeySet>['says']>,
): Command<KeySet> => ({
  operation,
  input: ({ projectId, keys }) =>
    keys[place] ? { projectId, kid: keys[place].kid, ...confirmOf(operation, keys[place].kid) } : null,
  says: (set) => (set.keys[place] ? says(set, set.keys[place]) : { refused: 'not_found' }),
})
const confirmOf = (operation: string, confirm: string) =>
  operation === 'project_key_promote' ? {} : { confirm }

const promoted = (set: KeySet, key: Key) =>
  key.state === 'published' && key.ready
    ? { next: promote(set, key.kid) }
    : { refused: key.state === 'revoked' ? 'not_found' : 'key_not_promotable' }

function retired(set: KeySet, key: Key) {
  if (key.state === 'revoked') return { refused: 'not_found' }
  if (key.state === 'signing') return { refused: 'key_signing' }
  return { next: key.signed ? change(set, key.kid, { state: 'retired' as const }) : without(set, key.kid) }
}

function revoked(set: KeySet, key: Key) {
  if (key.state === 'revoked') return { refused: 'key_revoked' }
  const gone = change(set, key.kid, { state: 'revoked' })
  if (key.state !== 'signing') return { next: gone }
  const next = successor(gone)
  if (next) return { next: change(gone, next.kid, { state: 'signing', signed: true }) }
  return {
    next: ({ replacement }: Revocation) =>
      add(gone, { ...fresh(replacement?.kid ?? '', 'signing'), ready: true }),
  }
}

const generate: Command<KeySet> = {
  operation: 'project_key_generate',
  input: ({ projectId }) => ({ projectId, alg }),
  says: (set) =>
    isFull(set) ? { refused: 'key_limit' } : { next: ({ kid }: { kid: string }) => add(set, fresh(kid)) },
}

const rotate: Command<KeySet> = {
  ...generate,
  operation: 'project_key_rotate',
  says(set) {
    if (isFull(set)) return { refused: 'key_limit' }
    const next = waiting(set)
    const moved = next ? promote(set, next.kid) : set
    return { next: ({ generated }: Rotation) => add(moved, fresh(generated.kid)) }
  },
}

/** Lets the publication window of every key pass before the command. */
const later = (command: Command<KeySet>): Command<KeySet> => ({
  ...command,
  async before(set) {
    await world.database.run(
      sql`UPDATE signing_keys SET promotable_at = now() - interval '1 second' WHERE key_set_id = ${set.projectId}`,
    )
    return { ...set, keys: set.keys.map((key) => ({ ...key, ready: true })) }
  },
})

/** Table "Signing keys" of the specification. */
const commands = {
  generate,
  rotate,
  'rotate later': later(rotate),
  'promote 1': onKey(1, 'project_key_promote', promoted),
  'promote 1 later': later(onKey(1, 'project_key_promote', promoted)),
  'promote 2 later': later(onKey(2, 'project_key_promote', promoted)),
  'retire 0': onKey(0, 'project_key_retire', retired),
  'retire 1': onKey(1, 'project_key_retire', retired),
  'revoke 0': onKey(0, 'project_key_revoke', revoked),
  'revoke 1': onKey(1, 'project_key_revoke', revoked),
}

test('a key set follows the state table of the specification, and always has one signer', async () => {
  await walk(world, {
    person: world.people.owner,
    commands,
    async start() {
      const { projectId } = await ownProject(world)
      const { keys } = await world.ok(world.people.owner, 'project_key_list', { projectId })
      const [first] = keys.filter(({ algorithm }) => algorithm === alg)
      return {
        projectId,
        keys: [{ ...fresh(first?.kid ?? '', 'signing'), ready: true }],
        others: keys.length - 1,
      }
    },
    async check({ projectId, keys: expected }, trail) {
      const { keys } = await world.ok(world.people.owner, 'project_key_list', { projectId })
      const shown = keys.filter(({ algorithm }) => algorithm === alg).map(({ kid, state }) => [kid, state])
      const visible = expected
        .filter(({ state }) => state !== 'revoked')
        .map(({ kid, state }) => [kid, state])
      expect(shown.toSorted(), trail).toEqual(visible.toSorted())
      expect(
        shown.filter(([, state]) => state === 'signing'),
        trail,
      ).toHaveLength(1)
    },
  })
}, 120_000)
