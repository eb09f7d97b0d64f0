import { describe, expect, it } from 'vitest'
import {
  isObjectRead,
  labelledKinds,
  mcpToolsOf,
  type Operation,
  operationList,
  operations,
  placementOf,
  takesLabels,
} from '../src/index.ts'

const fields = ['labels', 'managedByTool']
const having = operationList.filter(({ labels }) => labels)
const kinds = Object.keys(labelledKinds)

const without = {
  'It changes the members of a team, not the team.': [
    'team_member_add',
    'team_member_update',
    'team_member_remove',
  ],
  'It sets the instance up, which has no labels yet.': ['setup'],
}

const answersWithLabels = ({ answer }: Operation): boolean => fields.every((name) => name in answer.shape)

describe('labels of objects', () => {
  it('every operation that answers with a labelled object declares its kind', () => {
    const undeclared = operationList.filter((operation) => answersWithLabels(operation) && !operation.labels)
    expect(undeclared.map(({ tool }) => tool).toSorted()).toEqual(Object.values(without).flat().toSorted())
    expect(having.filter((operation) => !answersWithLabels(operation))).toEqual([])
  })

  it('every kind has an operation that creates an object with labels and one that changes them', () => {
    const taking = (method: string) =>
      new Set(
        having.filter((one) => takesLabels(one) && one.route.startsWith(method)).map(({ labels }) => labels),
      )
    expect([...taking('POST ')].toSorted()).toEqual(kinds.toSorted())
    expect([...taking('PATCH ')].toSorted()).toEqual(kinds.toSorted())
  })

  it('every read of an object that can be created with labels answers with them', () => {
    const labelled = new Set(having.filter(takesLabels).map((one) => placementOf(one).path))
    const reads = operationList.filter((one) => isObjectRead(one) && labelled.has(placementOf(one).path))
    expect(reads.length).toBe(kinds.length)
    expect(reads.filter(({ labels }) => !labels)).toEqual([])
  })

  it('the fields of labels are in the input of creations and changes only', () => {
    const taking = operationList.filter(({ input }) => fields.every((name) => name in input.shape))
    expect(taking.map(({ tool }) => tool)).toEqual(having.filter(takesLabels).map(({ tool }) => tool))
    expect(
      operations.client_create.input.safeParse({ ...operations.client_create.example, labels: { a: 'b' } })
        .success,
    ).toBe(true)
  })

  it('no tool of agents declares the fields, so that the list of tools stays small', () => {
    expect(JSON.stringify(mcpToolsOf(operationList))).not.toMatch(/"labels"|managedByTool/)
  })
})
