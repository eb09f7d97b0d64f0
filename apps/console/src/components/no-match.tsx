import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

interface NoMatchProps {
  readonly title?: string
  readonly text?: ReactNode
  readonly onClear: () => void
}

export const NoMatch = ({ title = t.common.nothingMatches, text, onClear }: NoMatchProps) => (
  <EmptyState
    icon={<SearchX size={20} />}
    title={title}
    action={<Button onPress={onClear}>{t.common.clearFilters}</Button>}
  >
    {text}
  </EmptyState>
)
