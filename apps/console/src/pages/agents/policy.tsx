import type { AnswerOf, Operations } from '@signet/contracts'
import { useOperationMutation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'

export type AgentClient = AnswerOf<Operations['agent_client_update']>

export const policies = [
  { value: 'ask', label: 'A person approves', hint: 'Each call waits for the administrator it acts for.' },
  { value: 'self', label: 'It confirms itself', hint: 'It makes the call twice; nobody is asked.' },
  { value: 'never', label: 'It has none', hint: 'It is not shown such tools at all.' },
] as const

/** Who confirms what an agent cannot take back; changed at once. */
export function Policy({ agent }: { agent: AgentClient }) {
  const { mutate, isPending } = useOperationMutation('agent_client_update')
  return (
    <Select
      compact
      label="Confirming:"
      options={policies}
      value={agent.approval}
      isDisabled={isPending}
      onChange={(approval) =>
        mutate(
          { entryId: agent.id, approval },
          {
            onSuccess: () => toast(`Changed for ${agent.name}.`),
            onError: (error) => toast(problemOf(error).detail),
          },
        )
      }
    />
  )
}
