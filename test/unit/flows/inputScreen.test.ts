import assert from 'node:assert/strict';
import { InputScreen } from '../../../src/ui/inputScreen';

function scene() {
  const shown: string[] = [];
  const input = (name: string) => ({
    show: () => void shown.push(name),
    hide: () => void shown.push(`no ${name}`),
  });
  return { screen: new InputScreen(), shown, flow: input('flow'), signIn: input('sign-in') };
}

describe('The inputs of a window', () => {
  it('bring a question back that another one has covered', async () => {
    const { screen, shown, flow, signIn } = scene();
    screen.show(flow);
    const wasLeft = await screen.interrupt(() => {
      screen.show(signIn);
      const isLeft = screen.isLeft(flow);
      screen.remove(signIn);
      return Promise.resolve(isLeft);
    });
    assert.deepEqual([wasLeft, screen.isLeft(flow)], [false, true]);
    assert.deepEqual(shown, ['flow', 'no flow', 'sign-in', 'flow']);
  });

  it('are not left when VS Code reports their hiding after the interruption', async () => {
    const { screen, flow } = scene();
    screen.show(flow);
    await screen.interrupt(() => Promise.resolve());
    assert.deepEqual([screen.isLeft(flow), screen.isLeft(flow)], [false, true]);
  });

  it('come back after the outer one of two interruptions', async () => {
    const { screen, shown, flow } = scene();
    screen.show(flow);
    await screen.interrupt(async () => {
      await screen.interrupt(() => Promise.resolve());
      shown.push('outer');
    });
    assert.deepEqual(shown, ['flow', 'no flow', 'outer', 'flow']);
  });

  it('bring it back when the question in between fails', async () => {
    const { screen, shown, flow } = scene();
    screen.show(flow);
    const failure = new Error('failed');
    await assert.rejects(
      screen.interrupt(() => Promise.reject(failure)),
      failure,
    );
    assert.deepEqual(shown, ['flow', 'no flow', 'flow']);
  });

  it('do not bring back what was removed meanwhile', async () => {
    const { screen, shown, flow } = scene();
    screen.show(flow);
    await screen.interrupt(() => {
      screen.remove(flow);
      return Promise.resolve();
    });
    assert.deepEqual(shown, ['flow', 'no flow']);
  });

  it('ask in between when nothing is shown', async () => {
    const { screen, shown, flow } = scene();
    screen.show(flow);
    screen.remove(flow);
    assert.equal(await screen.interrupt(() => Promise.resolve('asked')), 'asked');
    assert.deepEqual(shown, ['flow']);
  });
});
