import { busiestProjects, countedHours } from '@signet/contracts'
import { expect, test } from 'vitest'
import { busyProjects } from './busy-projects.ts'

const newest = { projects: [{ id: 'prj_new', name: 'New' }], total: 9 }
const hours = Array.from({ length: countedHours }, () => 0)
const busy = (count: number) => ({
  projects: Array.from({ length: count }, (_, index) => ({
    id: `prj_${index}`,
    name: `Project ${index}`,
    succeeded: 2,
    failed: 1,
    hours,
  })),
})

test('the home page lists the projects with sign-ins, then the newest, and counts the others', () => {
  const row = { id: 'prj_new', name: 'New', succeeded: 0, failed: 0, hours }
  expect(busyProjects(busy(2), newest)).toEqual({ rows: [...busy(2).projects, row], idle: 6 })
  const known = { projects: [{ id: 'prj_1', name: 'Project 1' }], total: 2 }
  expect(busyProjects(busy(2), known)).toEqual({ rows: busy(2).projects, idle: 0 })
})

test('the home page counts no idle projects while further projects can have sign-ins', () => {
  expect(busyProjects(busy(busiestProjects), newest).idle).toBe(0)
})

test('the home page lists the newest projects of an instance without sign-ins', () => {
  const row = { id: 'prj_new', name: 'New' }
  expect(busyProjects(busy(0), newest)).toEqual({
    rows: [{ ...row, succeeded: 0, failed: 0, hours }],
    idle: 8,
  })
  expect(busyProjects(undefined, newest)).toEqual({ rows: [row], idle: 0 })
})
