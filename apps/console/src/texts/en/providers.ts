export const providers = {
  new: 'New provider',
}
