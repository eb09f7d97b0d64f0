import {
  type AdminRouter,
  isObjectRead,
  type OperationName,
  operations,
  type Problem,
  placementOf,
  procedureTypeOf,
} from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { initTRPC, TRPCError } from '@trpc/server'
import { type CreateFastifyContextOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { operationNames } from '../domains/index.ts'
import { faultPlace } from '../fault-place.ts'
import type { Entrance } from '../pipeline/call.ts'
import { etagOf } from '../pipeline/if-match.ts'
import { execute } from '../pipeline/index.ts'
import { readBody } from './json-body.ts'
import { toProblem } from './problem.ts'

interface RequestContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The problem document is in `data.problem`. */
const codes: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

class ProblemCause extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

export function addTrpc(app: FastifyInstance, deps: Deps, entrance: Entrance): void {
  const t = initTRPC.context<RequestContext>().create({
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      data: {
        ...shape.data,
        stack: undefined,
        ...(error.cause instanceof ProblemCause ? { problem: error.cause.problem } : {}),
      },
    }),
  })
  const run = async (name: OperationName, ctx: RequestContext, input: unknown) => {
    try {
      const { request } = ctx
      const { body } = await execute({ deps, entrance, request, name, readInput: () => input ?? {} })
      if (isObjectRead(operations[name])) ctx.reply.header('etag', etagOf(body))
      return body
    } catch (error) {
      const route = `/admin/api${placementOf(operations[name]).path}`
      const problem = toProblem(error, {
        baseUrl: deps.config.SIGNET_BASE_URL,
        capture: (defect) => deps.faults.capture(defect, { ...faultPlace(ctx.request), route }),
      })
      throw new TRPCError({
        code: codes[problem.status] ?? 'INTERNAL_SERVER_ERROR',
        message: problem.detail,
        cause: new ProblemCause(problem),
      })
    }
  }
  const procedures = Object.fromEntries(
    operationNames.map((name) => {
      const call = (opts: { ctx: RequestContext; getRawInput?: never; input?: unknown }) =>
        run(name, opts.ctx, opts.input)
      const base = t.procedure.input((value: unknown) => value)
      return [name, procedureTypeOf(operations[name]) === 'query' ? base.query(call) : base.mutation(call)]
    }),
  )
  const router = t.router(procedures) as unknown as AdminRouter
  app.register(async (scope) => {
    scope.addHook('onRequest', refuseOtherSpelling)
    scope.addHook('preValidation', requirePlainInput)
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/admin/api/trpc',
      trpcOptions: {
        router,
        createContext: ({ req, res }: CreateFastifyContextOptions): RequestContext => ({
          request: req,
          reply: res,
        }),
        allowMethodOverride: false,
        // The console sends one call in each request.
        maxBatchSize: 1,
      },
    })
  })
}

/** Checks with the parser of REST bodies, because the adapter has parsers of its own. */
async function requirePlainInput({ body, query }: FastifyRequest): Promise<void> {
  const { input } = query as { readonly input?: unknown }
  for (const text of [body, input]) if (typeof text === 'string' && text !== '') readBody(text)
}

/** The adapter decodes procedure names a second time, responds to HEAD without a call, and fails for other methods. */
async function refuseOtherSpelling({ method, url, headers }: FastifyRequest): Promise<void> {
  if (method !== 'GET' && method !== 'POST') refuse('method_not_allowed')
  if (url.split('?', 1)[0]?.includes('%')) refuse('not_found')
  // The adapter reads multipart forms without a size limit.
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json *(?:;|$)/i.test(type)) refuse('unsupported_media_type')
}
