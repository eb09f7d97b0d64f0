import { labelOfTool } from '../../texts/operation-label.ts'

interface ToolTitleProps {
  readonly tool: string
  /** English title of the server. */
  readonly title: string
}

/** Loaded after the home page, because it has the names of all operations. */
export default function ToolTitle(props: ToolTitleProps) {
  return labelOfTool(props)
}
