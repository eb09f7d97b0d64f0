import * as z from 'zod'
import { claimOutputs, claimSources } from '../claim-sources.ts'
import { limits } from '../limits.ts'
import { AnyJson } from '../values.ts'
import { GroupName } from './group.ts'

const Scope = z.string().min(1).max(200).describe('A granted scope.')
const outputs = z.array(z.enum(claimOutputs)).min(1).max(claimOutputs.length)

export const DeclaredClaim = z.strictObject({
  claim: z.string().min(1).max(limits.declaredClaims.nameCharacters),
  source: z
    .enum(claimSources)
    .describe(
      'Field of the account or its profile, or one of groupIds, groupNames, storedClaim, fixed, acr and amr.',
    ),
  storedClaim: z
    .string()
    .min(1)
    .max(limits.declaredClaims.nameCharacters)
    .optional()
    .describe('Name of a claim of the user, for the source storedClaim.'),
  value: AnyJson.optional().describe('A text, number, boolean or list of texts, for the source fixed.'),
  condition: z
    .strictObject({
      scope: Scope.optional(),
      group: GroupName.nullable()
        .optional()
        .describe(
          'Name of a group whose members get the claim; null: the group was deleted, and no user gets the claim.',
        ),
    })
    .optional()
    .describe('The user must meet each stated condition.'),
  in: outputs.optional().describe('Default: access_token for an API, otherwise id_token and userinfo.'),
})
export type DeclaredClaim = z.output<typeof DeclaredClaim>

/** Has the id of its group, so that a renamed group stays the same. */
export interface StoredClaim extends Omit<DeclaredClaim, 'condition'> {
  readonly condition?: { readonly scope?: string; readonly groupId?: string }
}

const listOf = (text: string) =>
  z.array(DeclaredClaim).max(limits.declaredClaims.entries).describe(text).meta({ 'x-brief': true })

export const ClientClaims = listOf(
  'Claims of its tokens: [{claim, source, storedClaim or value, condition: {scope, group}, in}].',
)
export const ApiClaims = listOf('Claims of its access tokens, as of applications.')
export const ProjectClaims = listOf('Claims of tokens of all applications, as of one.')
