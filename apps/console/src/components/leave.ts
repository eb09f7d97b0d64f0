import { type LinkProps, useNavigate } from '@tanstack/react-router'

/** Navigates without asking about unsaved input, which was saved or belonged to a deleted object. */
export function useLeave(): (to: LinkProps) => void {
  const navigate = useNavigate()
  return (to) => void navigate({ ...to, ignoreBlocker: true })
}
