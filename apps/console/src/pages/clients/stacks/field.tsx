import type { PrintedStack } from '@signet/contracts'
import type { FormState } from '../../../components/form.tsx'
import { t } from '../../../texts/index.ts'
import { filled, type PresetName } from '../values/presets.ts'
import type { ApplicationValues } from '../values/values.ts'
import { StackChoice } from './choice.tsx'
import { proposedRedirectUri, proposedSignOutUri } from './fill.ts'
import { rememberStack, useStacks } from './use-stacks.ts'

/** Returns the fields of a new application that a library decides. */
export function fieldsFor(
  stack: PrintedStack | undefined,
  {
    redirectUris,
    postLogoutRedirectUris,
  }: Pick<ApplicationValues, 'redirectUris' | 'postLogoutRedirectUris'>,
): Partial<ApplicationValues> {
  const options = { pkce: stack?.options.pkce ?? null, idTokenClaims: stack?.options.idTokenClaims ?? null }
  if (stack?.redirectPath === undefined) return options
  const uri = proposedRedirectUri(stack, redirectUris)
  const signOutUri = proposedSignOutUri(stack, uri)
  return {
    ...options,
    redirectUris: [uri, ...filled(redirectUris).slice(1)],
    ...(signOutUri !== undefined && {
      postLogoutRedirectUris: [signOutUri, ...filled(postLogoutRedirectUris).slice(1)],
    }),
  }
}

type Values = ApplicationValues & { readonly stack: string }

interface LibraryFieldProps {
  readonly form: Pick<FormState<Values>, 'values' | 'set'>
  readonly kind: PresetName
}

export function LibraryField({ form: { values, set }, kind }: LibraryFieldProps) {
  const { stacks } = useStacks(kind)
  if (stacks.length === 0) return null
  return (
    <StackChoice
      label={t.clients.stacks.question}
      hint={t.clients.stacks.questionHint}
      stacks={stacks}
      chosen={stacks.find(({ name }) => name === values.stack)}
      onChoose={(stack) => {
        rememberStack(stack?.name ?? '')
        set({ stack: stack?.name ?? '', ...fieldsFor(stack, values) })
      }}
    />
  )
}
