/** A thousandth of what a password costs in production: its hashes are of nobody. */
export const passwordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
