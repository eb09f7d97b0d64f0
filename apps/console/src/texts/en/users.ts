export const users = {
  new: 'New user',
}
