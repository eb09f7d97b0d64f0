import { createRoute, redirect } from '@tanstack/react-router'
import { base } from '../paths.ts'
import { root } from './frame.ts'

/**
 * Redirects addresses of releases before 1.0 to the current page before the sign-in: a project was a bucket, and a team a group of
 * administrators.
 */
const oldAddress = (old: '/buckets' | '/groups', current: '/projects' | '/teams') =>
  createRoute({
    getParentRoute: () => root,
    path: `${old}/$`,
    beforeLoad: ({ location: { pathname, searchStr, hash } }) => {
      const rest = `${pathname.slice(old.length)}${searchStr}${hash ? `#${hash}` : ''}`
      throw redirect({ href: `${base}${current}${rest}`, replace: true })
    },
  })

export const oldAddresses = [oldAddress('/buckets', '/projects'), oldAddress('/groups', '/teams')]
