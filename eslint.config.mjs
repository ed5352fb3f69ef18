import { defineConfig } from 'eslint/config';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

/** Refuses `[first = assert.fail()]`: a failure that hides in a default is easily read over. */
const noThrowingDefault = {
  meta: {
    type: 'problem',
    messages: { throwing: 'A default must not throw. In a test, only() takes the element of a list.' },
    schema: [],
  },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices;
    return {
      AssignmentPattern({ right }) {
        if ((getTypeAtLocation(right).flags & ts.TypeFlags.Never) !== 0)
          context.report({ node: right, messageId: 'throwing' });
      },
    };
  },
};

export default defineConfig(
  { ignores: ['dist', 'out', 'node_modules', '.vscode-test'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: {
      'simple-import-sort': simpleImportSort,
      local: { rules: { 'no-throwing-default': noThrowingDefault } },
    },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'no-console': 'error',
      // Node.js, then packages, then our own files from far to near.
      'simple-import-sort/imports': ['error', { groups: [['^node:', '^@?\\w', '^\\.\\.', '^\\.']] }],
      'no-duplicate-imports': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: '[accessibility="private"]:not([kind="constructor"])',
          message: 'Private members begin with #.',
        },
        {
          selector:
            'SpreadElement > :matches(ObjectExpression, ArrayExpression), SpreadElement > TSAsExpression > ArrayExpression',
          message: 'Write the properties or elements themselves: a spread of a literal merges nothing.',
        },
        {
          selector: 'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
          message: 'Declare each variable by itself.',
        },
      ],
      'local/no-throwing-default': 'error',
      // Taking properties out of an object is how the rest of it is copied.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'describe', property: 'only' },
        { object: 'it', property: 'only' },
        { property: 'skip', message: 'Say by needs() of test/support/capabilities.ts what a test needs.' },
      ],
    },
  },
  {
    files: ['test/unit/**/*.ts', 'test/support/**/*.ts'],
    ignores: ['test/support/tempTree.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:os',
              importNames: ['tmpdir'],
              message: 'Take tempTree or makeTempFolder of test/support/tempTree.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    // Programs that a person runs: their output is the terminal.
    files: [
      'test/bench/run.ts',
      'test/mutations/run.ts',
      'test/host/start.ts',
      'test/project/print*.ts',
      'test/project/write*.ts',
      'test/runAll.ts',
      'test/simulation/prove.ts',
      'test/simulation/run.ts',
    ],
    rules: { 'no-console': 'off' },
  },
);
