import { type Severity, showMessage } from '../platform/output';

export interface Button {
  readonly label: string;
  readonly run: () => void | Promise<void>;
}

/** Shows a message and runs the button that the user chooses, if any. */
export async function showWithButtons(
  severity: Severity,
  text: string,
  buttons: readonly Button[],
): Promise<void> {
  const chosen = await showMessage(severity, text, ...buttons.map(({ label }) => label));
  await buttons.find(({ label }) => label === chosen)?.run();
}
