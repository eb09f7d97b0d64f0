import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { initTRPC, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type AddressForm, type AdminRouter, operationList, procedureTypeOf } from '../src/index.ts'

const t = initTRPC.create()

const router = t.router(
  Object.fromEntries(
    operationList.map((operation) => {
      const procedure = t.procedure.input(operation.input)
      const resolve = ({ input }: { input: unknown }) => {
        if (operation.tool === 'logout') throw new TRPCError({ code: 'UNAUTHORIZED' })
        return { tool: operation.tool, input }
      }
      return [
        operation.tool,
        procedureTypeOf(operation) === 'query' ? procedure.query(resolve) : procedure.mutation(resolve),
      ]
    }),
  ),
)

const client = createTRPCClient<AdminRouter>({
  links: [
    httpLink({
      url: 'http://localhost/trpc',
      fetch: (url, init) =>
        fetchRequestHandler({
          endpoint: '/trpc',
          req: new Request(String(url), init as RequestInit),
          router,
        }),
    }),
  ],
})

describe('the router type', () => {
  it('a client typed by AdminRouter reaches a router built from the registry', async () => {
    expect(await client.project_get.query({ projectId: 'prj_1' })).toEqual({
      tool: 'project_get',
      input: { projectId: 'prj_1' },
    })
    expect(await client.project_create.mutate({ name: 'Acme' })).toMatchObject({ tool: 'project_create' })
    await expect(client.logout.mutate({})).rejects.toBeInstanceOf(TRPCClientError)
  })

  it('every GET is a query, and every other operation a mutation', () => {
    for (const operation of operationList) {
      expect(procedureTypeOf(operation)).toBe(operation.route.startsWith('GET ') ? 'query' : 'mutation')
    }
    expectTypeOf(client.agent_client_list).toHaveProperty('query')
    expectTypeOf(client.project_delete).not.toHaveProperty('query')
  })

  it('the router types requests and responses, including previews', () => {
    expectTypeOf(client.project_get.query).parameter(0).toEqualTypeOf<{ projectId: string }>()
    type Updated = Awaited<ReturnType<typeof client.project_update.mutate>>
    type Previewed = Extract<Updated, { consequences: string[] }>
    expectTypeOf<Previewed['expect']['unverified']>().toEqualTypeOf<number | undefined>()
    type Read = Awaited<ReturnType<typeof client.project_get.query>>
    expectTypeOf<Read['addressForm']>().toEqualTypeOf<(typeof AddressForm)['_output']>()
    type Created = Awaited<ReturnType<typeof client.client_create.mutate>>
    expectTypeOf<Created['clientSecret']>().toEqualTypeOf<string | undefined>()
    type Failure = NonNullable<TRPCClientError<AdminRouter>['data']>
    expectTypeOf<Failure['problem']['status']>().toEqualTypeOf<number>()
  })
})
