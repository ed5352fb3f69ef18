/** The label of a button or row that opens something: its title, with the ellipsis that VS Code uses in every language. */
export function withEllipsis(title: string): string {
  return `${title}…`;
}
