import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/study/runRows.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'the first row is the probe',
      remove: "if (!this.#hasSucceeded) return 'probeFailed';",
      killedBy: suites('study/faultMatrix'),
    },
    {
      name: 'three refusals in a row stop a study',
      find: "return this.#failedInARow >= maxFailedInARow ? 'threeFailed' : undefined;",
      replace: 'return undefined;',
    },
    {
      name: 'a study that went on does not say why it stopped before',
      remove: "if (this.#options.writer.record.stopped !== undefined) await this.#note({ kind: 'wentOn' });",
    },
    {
      name: 'a study of which only the first row was wanted stops after it',
      find: 'if (reason === undefined && !firstRowOnly) continue;',
      replace: 'if (reason === undefined) continue;',
    },
    {
      name: 'rows with one model create it once',
      remove:
        'if (isFinalised && found.modelId !== undefined) this.#models.set(getModelKey(row), found.modelId);',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyState.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'the launch of the last row is missed',
      find: 'isPassed || row <= record.begun;',
      replace: 'isPassed;',
    },
    {
      name: 'a row whose launch is missing is not begun again',
      remove: ' || (wasPassed && !record.rows.has(row))',
    },
    {
      name: 'a row whose launch is damaged is not begun again',
      find: 'const damaged = unreadable.get(row) ?? unreadableIds',
      replace: 'const damaged = unreadableIds',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyRunner.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'a launch that is removed between two looks has left its outcome',
      find: 'if (countEntries(look) === countEntries(before)) return { ...look, journaled };',
      replace: 'return { ...before, journaled };',
    },
    {
      name: 'only a person says that a row without its launch has no simulation',
      find: 'if (found?.isLaunchGone !== true || found.launch !== asked.launch) return false;',
      replace: 'if (found === undefined) return false;',
    },
    {
      name: 'a launch is not resumed while it is unknown whether its row goes on without it',
      remove: 'if (unknown !== undefined) throw new RecordUnreadableError(unknown.code);',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyRecord.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'the rows of a study that another program has open stay known',
      find: 'isOpenedWhenKnown: false,',
      replace: 'isOpenedWhenKnown: true,',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyJournal.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'nothing is written to a record that is being closed',
      remove: 'if (this.#isClosed) throw new LockedError();',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/launchRemover.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'a launch that is removed leaves behind what became of its row',
      remove: 'await outcomes?.keep(id, record);',
    },
    {
      name: 'a damaged record that is removed leaves its row unknown',
      find: 'await outcomes?.keep(id, undefined)',
      replace: 'undefined',
    },
  ]),
  ...mutationsOf({ in: 'src/study/prepareStudy.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'nothing starts but the study that was shown',
      remove: 'if (shown.hash !== now.hash) throw new StudyChangedError();',
    },
    {
      name: 'a placeholder is not left blank by accident',
      remove: "if ((isAnswer ? cell.trim() : cell) === '') return 'emptyPlaceholder';",
      killedBy: suites('study/tables'),
    },
    {
      name: 'a cell does not begin a new line of a deck',
      find: "cell) ? 'lineBreak' : undefined;",
      replace: 'cell) ? undefined : undefined;',
      killedBy: suites('study/tables'),
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyFiles.ts', killedBy: suites('study/sharedModels') }, [
    {
      name: 'a large template is filled in steps',
      remove: 'if (endsStep(++count)) yield;',
      killedBy: suites('study/templateSteps'),
    },
    {
      name: 'a row is planned with its own files',
      find: ': withoutHash(file)));',
      replace: ': [file.name, file.size]));',
    },
  ]),
  ...mutationsOf({ in: 'src/study/startedRows.ts', killedBy: suites('study/startedRows') }, [
    { name: 'rows of another project are others', remove: 'if (!isSame) continue;' },
    { name: 'a row is started as often as it was', remove: 'left.set(sent, count - 1);' },
    { name: 'an unknown row may be started', remove: " || rowState === 'unknown'" },
  ]),
  ...mutationsOf({ in: 'src/study/prepareStudy.ts', killedBy: suites('study/startedRows') }, [
    { name: 'rows are left out', remove: 'if (this.#isLeftOut(row)) continue;' },
    {
      name: 'rows with other requests are others',
      find: 'key, name, ...bodies]',
      replace: 'key, name]',
    },
    {
      name: 'rows with other files are others',
      find: 'this.#options.service.key, key, name',
      replace: 'this.#options.service.key, name',
    },
  ]),
  ...mutationsOf({ in: 'src/study/prepareStudy.ts', killedBy: suites('study/sharedModels') }, [
    {
      name: 'rows whose models are created or finalised differently share none',
      find: 'rendered.map((one) => [one.name, one.sha256]), bodies]',
      replace: 'rendered.map((one) => [one.name, one.sha256])]',
    },
  ]),
  ...mutationsOf({ in: 'src/study/cellValues.ts', killedBy: suites('study/tables') }, [
    {
      name: 'a deck has the decimal point that is sent',
      find: "const point = sign === ',' ? text.replace(',', '.') : text;",
      replace: 'const point = text;',
    },
    {
      name: 'nobody guesses whether a sign separates thousands',
      find: 'if (isCertain) return undefined;',
      replace: 'return undefined;',
    },
    {
      name: 'a comma in a template may separate two values',
      find: "else hasComma ||= delimiter === ';' ||",
      replace: "else hasComma ||= delimiter !== '' ||",
    },
    {
      name: 'a point in another column proves nothing',
      find: "(sign === ',' || this.#table.delimiter === ',' || this.#withPoint.has(column - 1))",
      replace: '(sign !== undefined)',
    },
  ]),
  ...mutationsOf({ in: 'src/study/cellValues.ts', killedBy: suites('study/textsAmongNumbers') }, [
    {
      name: 'a text among numbers is never sent without a word',
      find: 'if (!isPlainNumber(text) && this.#counts',
      replace: 'if (text === "" && this.#counts',
    },
    {
      name: 'a date that was a number is not sent',
      find: 'if (alteration !== undefined) return alteration;',
      replace: 'if (alteration === undefined) return alteration;',
    },
  ]),
  ...mutationsOf({ in: 'src/study/caseRows.ts', killedBy: suites('study/caseRows') }, [
    {
      name: 'a row that somebody has switched off creates nothing',
      remove: "for (const row of marked) this.#kinds.set(row, 'comment');",
    },
    {
      name: 'rows below a header with other columns create nothing',
      find: 'if (isOther && !isSame)',
      replace: 'if (isOther && isSame)',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyTemplate.ts', killedBy: suites('study/readTable') }, [
    {
      name: 'many placeholders are read in steps',
      remove: 'if (endsStep(++count)) yield;',
      killedBy: suites('study/templateSteps'),
    },
    {
      name: 'a misspelt placeholder is not sent as text',
      find: "isColumn || (close !== '{' && nameLike.test(first))",
      replace: 'isColumn',
    },
    {
      name: 'braces of other languages are no placeholders',
      find: '/[\\p{L}_]|^$/u.test(content)',
      replace: 'true',
    },
  ]),
  ...mutationsOf({ in: 'src/study/readTable.ts', killedBy: suites('study/readTable') }, [
    {
      name: 'a row without a value creates nothing',
      find: 'cells.some((cell) => !isBlank(cell))',
      replace: 'cells.length > 0',
    },
  ]),
  ...mutationsOf({ in: 'src/study/readTable.ts', killedBy: suites('study/tables') }, [
    {
      name: 'the error of a formula is not sent',
      find: 'else if (formulaError.test(cell.trim()))',
      replace: 'else if (cell === formulaError.source)',
    },
    {
      name: 'a character that nobody sees is not sent',
      find: 'if (found !== undefined)',
      replace: 'if (found === -1)',
    },
  ]),
  ...mutationsOf({ in: 'src/study/exportTable.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'a spreadsheet of another language runs no part of a cell',
      find: '.split(/(?<=[,;\\t\\r\\n])/)',
      replace: '.split(/(?<=[\\n])/)',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/cachedRead.ts', killedBy: suites('launch/launchRunner') }, [
    {
      name: 'a change is seen by those who do not follow an earlier one',
      find: 'if (isOutdated && beganAt < since) return true;',
      replace: 'if (isOutdated && beganAt > since) return true;',
    },
  ]),
];
