import type { QueryClient } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import { isCode } from '../../api/problem.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { labelOfTool } from '../../texts/operation-label.ts'
import type { ApprovalAnswer } from './approval-answer.ts'

type Open = (to: ReturnType<typeof paths.approval>) => unknown

const everyMilliseconds = 30_000

/** Ids from earlier reads. Undefined before the first read, which causes no notification. */
let known: Set<string> | undefined
let timer: number | undefined

/**
 * Shows a browser notification for each new approval that waits for the administrator while the page is hidden. Polls the console; no
 * push service is involved.
 */
export function startNotices(queryClient: QueryClient, open: Open): void {
  if (timer !== undefined) return
  const look = (): void => void readAndNotify(queryClient, open)
  timer = window.setInterval(look, everyMilliseconds)
  look()
}

export function stopNotices(): void {
  window.clearInterval(timer)
  timer = undefined
  known = undefined
}

async function readAndNotify(queryClient: QueryClient, open: Open): Promise<void> {
  try {
    const query = { ...operationQuery('approval_list', {}), staleTime: everyMilliseconds / 2 }
    const { approvals } = await queryClient.fetchQuery(query)
    const waiting = approvals.filter(({ canDecide }) => canDecide)
    const before = known
    known = new Set([...(before ?? []), ...waiting.map(({ id }) => id)])
    if (before && document.hidden)
      for (const approval of waiting) if (!before.has(approval.id)) await notify(approval, open)
  } catch (error) {
    // A failed read is repeated; a sign-in loads the console again.
    if (isCode(error, 'unauthenticated')) stopNotices()
  }
}

/** The tag lets several pages of the console show one notification for an approval. */
async function notify(approval: ApprovalAnswer, open: Open): Promise<void> {
  const { id, clientName } = approval
  const { waits } = t.approvalNotices
  const notice = new Notification(waits(clientName), {
    body: labelOfTool(approval),
    tag: id,
  })
  notice.onclick = () => {
    window.focus()
    notice.close()
    open(paths.approval(id))
  }
}
