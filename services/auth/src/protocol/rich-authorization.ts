import {
  type AuthorizationDetail,
  errors,
  type KoaContextWithOIDC,
  type RichAuthorizationRequestsActiveConfiguration,
} from 'oidc-provider'
import * as z from 'zod'
import type { OptionsContext } from '../core/issuer-context.ts'

type Active = RichAuthorizationRequestsActiveConfiguration
type Introspect = NonNullable<Active['authorizationDetailsForIntrospection']>
type Feature = Active & { readonly authorizationDetailsForIntrospection: Introspect }

/** Each detail is validated and shown to the user. */
const maxDetails = 20

/**
 * RFC 9396: the types of the setting, each with the JSON Schema of its details. A token contains the requested and consented details,
 * or the subset that a token request names.
 */
export function richAuthorization({ settings }: OptionsContext): Feature {
  const enabled = settings['richAuthorizationRequests.enabled']
  const types = Object.entries(settings['richAuthorizationRequests.types']).map(
    ([type, schema]) => [type, { validate: validator(type, schema) }] as const,
  )
  return {
    enabled,
    types: enabled ? Object.fromEntries(types) : {},
    authorizationDetailsForGrantSource: (ctx) => {
      const granted = ctx.oidc.entities.Grant?.rar ?? []
      return requested(ctx)?.filter((detail) => holds(granted, detail))
    },
    authorizationDetailsForAccessToken(ctx, _token, source) {
      const asked = requested(ctx)
      const granted = source && 'rar' in source ? (source.rar ?? []) : []
      if (!asked) return granted
      const more = asked.some((detail) => !holds(granted, detail))
      if (more) throw new errors.InvalidAuthorizationDetails('more is asked for than was granted')
      return asked
    },
    authorizationDetailsForIntrospection: (_ctx, token) => token.rar,
  }
}

/** Compiles the schema at the first detail of the type. */
function validator(type: string, schema: unknown) {
  let compiled: z.ZodType | undefined
  return (ctx: KoaContextWithOIDC, detail: AuthorizationDetail): void => {
    const count = (JSON.parse(String(ctx.oidc.params?.authorization_details)) as unknown[]).length
    if (count > maxDetails)
      throw new errors.InvalidAuthorizationDetails(`at most ${maxDetails} can be asked for`)
    compiled ??= z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    const result = compiled.safeParse(detail)
    if (result.success) return
    const [issue] = result.error.issues
    throw new errors.InvalidAuthorizationDetails(
      `${type}: ${[...(issue?.path ?? []), ''].join('.')} ${issue?.message ?? 'is not valid'}`.replace(
        '. ',
        ' ',
      ),
    )
  }
}

function requested(ctx: KoaContextWithOIDC): AuthorizationDetail[] | undefined {
  const given = ctx.oidc.params?.authorization_details
  return typeof given === 'string' ? (JSON.parse(given) as AuthorizationDetail[]) : undefined
}

export const holds = (details: readonly AuthorizationDetail[], wanted: AuthorizationDetail): boolean =>
  details.some((detail) => canonical(detail) === canonical(wanted))

/** Sorts members, so that equal values have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
