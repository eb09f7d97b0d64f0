import { statfs } from 'node:fs/promises'
import { type Finding, good, wrong } from './finding.ts'

const leastShare = 0.1

/** Checks the disk of this machine. The disks of PostgreSQL and NATS need their own monitoring. */
export async function examineDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const free = `${Math.round((bavail * bsize) / 1024 ** 2)} MiB free`
  return bavail / blocks < leastShare
    ? wrong('disk', `${free} at ${folder}`, 'Free space: logs and temporary files need it.')
    : good('disk', `${free} at ${folder}`)
}
