import { type LinkProps, useNavigate } from '@tanstack/react-router'

/** Goes on after a finished change: what was typed on the page that is left was for that change, or is gone with its object. */
export function useLeave(): (to: LinkProps) => void {
  const navigate = useNavigate()
  return (to) => void navigate({ ...to, ignoreBlocker: true })
}
