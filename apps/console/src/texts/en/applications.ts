export const applications = {
  new: 'New application',
}
