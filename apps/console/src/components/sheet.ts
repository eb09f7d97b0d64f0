import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangeName } from '../api/client.ts'
import { useSheets } from '../noun.ts'

/**
 * Returns the state of the dialog of an operation, and its setter. The parameter `do` of the address opens the dialog of an operation with a
 * sheet, so that the palette and a link open the same component as the button. Other dialogs, such as those of rows, keep
 * their state on the page.
 *
 * @param refusal reason for which the caller may not perform the operation; the dialog then stays closed
 */
export function useSheet(
  operation: ChangeName,
  refusal: string | null,
): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  const { do: opened } = useSearch({ strict: false })
  const navigate = useNavigate()
  const isInAddress = operation in useSheets()
  const setInAddress = (next: boolean): void =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, do: next ? operation : undefined }),
      // The section of the page stays.
      hash: true,
      hashScrollIntoView: false,
      replace: true,
      // The blocker is asynchronous: the address would change after a navigation that follows the change.
      ignoreBlocker: true,
      resetScroll: false,
    })
  return isInAddress ? [opened === operation && refusal === null, setInAddress] : [isOpen, setOpen]
}
