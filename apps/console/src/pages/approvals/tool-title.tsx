import { labelOfTool } from '../../texts/operation-label.ts'
import type { ApprovalAnswer } from './approval-answer.ts'
import { summaryOf } from './change-sheet.ts'

/** Loaded after the home page, because it has the names of all operations. */
export default function ToolTitle({ approval }: { readonly approval: ApprovalAnswer }) {
  return (
    <>
      {labelOfTool(approval)} <span className="font-normal text-quiet">{summaryOf(approval)}</span>
    </>
  )
}
