import { settingTable } from './settingTable';

/** Every identifier that also occurs in package.json, each written once. A test compares the two. */

export const extensionPrefix = 'simulationService';

/** The provider of the accounts shown in VS Code. */
export const authenticationProvider = 'simulationService';

export const walkthrough = 'getStarted';

/** The type of tasks in `tasks.json`. */
export const taskType = 'simulation';

/** Turns the findings about decks that a task prints into rows of Problems. Tasks write it with `$`. */
export const problemMatcher = 'simulation';

export const views = {
  projects: 'simulationService.projects',
  reusableModels: 'simulationService.reusableModels',
  launches: 'simulationService.launches',
} as const;

/**
 * The commands, in the groups of the README: the comment above a group is its description there, and the titles come from
 * package.nls.json (`npm run documents`).
 */
export const commands = {
  /**
   * Uploads files as a new model, finalises it and creates a simulation of it, here in the project of the
   * row; or without a simulation.
   */
  uploadAndSimulate: 'simulationService.uploadAndSimulate',
  uploadFilesHere: 'simulationService.uploadFilesHere',
  uploadModel: 'simulationService.uploadModel',

  /** Lists in Problems which files named in a deck are missing; sends nothing. */
  checkDeck: 'simulationService.checkDeck',

  /**
   * Asks for a project and a model and creates a simulation, or one for each row of a table; writes such a table
   * from ranges and lists of values; creates a project.
   */
  createSimulation: 'simulationService.createSimulation',
  createFromTable: 'simulationService.createFromTable',
  createTable: 'simulationService.createTable',
  createProject: 'simulationService.createProject',

  /** Finalises a model that was uploaded from this computer but not finalised. */
  finaliseModel: 'simulationService.finaliseModel',

  /** Keeps a project or reusable model on top of its list and of the questions for one, or no longer. */
  pin: 'simulationService.pin',
  unpin: 'simulationService.unpin',

  /** Shows only some rows of a list (Ctrl+F), or all of them again. */
  filterProjects: 'simulationService.filterProjects',
  filterReusableModels: 'simulationService.filterReusableModels',
  filterLaunches: 'simulationService.filterLaunches',
  clearProjectFilter: 'simulationService.clearProjectFilter',
  clearReusableModelFilter: 'simulationService.clearReusableModelFilter',
  clearLaunchFilter: 'simulationService.clearLaunchFilter',

  /**
   * Finds out why this computer cannot work with the service; shows all requests; shows a response, or lets you
   * select the values in it, which writes the setting; copies data for a report.
   */
  checkConnection: 'simulationService.checkConnection',
  showLog: 'simulationService.showLog',
  showResponse: 'simulationService.showResponse',
  findValuesInResponse: 'simulationService.findValuesInResponse',
  reportIssue: 'simulationService.reportIssue',

  /**
   * Adds a service by its address, a file from a colleague or its OpenAPI document; writes such a file; switches between
   * services.
   */
  addService: 'simulationService.addService',
  exportService: 'simulationService.exportService',
  selectEnvironment: 'simulationService.selectEnvironment',

  /**
   * Sets the address of a service without a name; opens the body of a request in the settings; keeps your
   * credential in the secret storage, or deletes it.
   */
  setBaseUrl: 'simulationService.setBaseUrl',
  selectVariant: 'simulationService.selectVariant',
  editRequestBody: 'simulationService.editRequestBody',
  signIn: 'simulationService.signIn',
  signOut: 'simulationService.signOut',

  /**
   * Starts or stops the emulator of this window; adds a small model and a sample study; lets you see what
   * becomes of a launch when something fails.
   */
  startEmulator: 'simulationService.startEmulator',
  stopEmulator: 'simulationService.stopEmulator',
  createSample: 'simulationService.createSample',
  simulateFault: 'simulationService.simulateFault',

  /**
   * Reloads all lists; shows the settings; leads to a first simulation; copies an identifier (Ctrl+C); shows
   * 200 more rows.
   */
  refresh: 'simulationService.refresh',
  openSettings: 'simulationService.openSettings',
  openWalkthrough: 'simulationService.openWalkthrough',
  copyId: 'simulationService.copyId',
  showMoreProjects: 'simulationService.showMoreProjects',
  showMoreReusableModels: 'simulationService.showMoreReusableModels',

  /** Continues a launch, or stops it; asks what became of a request whose response was lost; keeps a line of your own. */
  resumeLaunch: 'simulationService.resumeLaunch',
  retryLaunch: 'simulationService.retryLaunch',
  finaliseLaunch: 'simulationService.finaliseLaunch',
  cancelLaunch: 'simulationService.cancelLaunch',
  resolveLaunch: 'simulationService.resolveLaunch',
  noteLaunch: 'simulationService.noteLaunch',

  /**
   * Creates a simulation of the model of a launch; repeats it with the files as they are, at once or as a
   * task.
   */
  simulateLaunch: 'simulationService.simulateLaunch',
  launchAgain: 'simulationService.launchAgain',
  saveLaunchAsTask: 'simulationService.saveLaunchAsTask',

  /**
   * Opens the page of the service; shows the files of a launch, and what differs from another one; copies
   * its record.
   */
  openInBrowser: 'simulationService.openInBrowser',
  revealLaunchFiles: 'simulationService.revealLaunchFiles',
  compareLaunch: 'simulationService.compareLaunch',
  copyLaunchIds: 'simulationService.copyLaunchIds',
  copyLaunchJson: 'simulationService.copyLaunchJson',

  /** Continues or stops a study, repeats its failed rows, asks about unknown ones, exports the table. */
  resumeStudy: 'simulationService.resumeStudy',
  stopStudy: 'simulationService.stopStudy',
  tryFailedAgain: 'simulationService.tryFailedAgain',
  resolveStudy: 'simulationService.resolveStudy',
  exportStudy: 'simulationService.exportStudy',

  /**
   * Removes launches and studies from the list (Delete), or all launches that failed. Nothing on the service
   * changes.
   */
  removeLaunch: 'simulationService.removeLaunch',
  removeFailedLaunches: 'simulationService.removeFailedLaunches',
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

/** Tools for agents. */
export const tools = {
  listProjects: 'simulation_list_projects',
  listModels: 'simulation_list_models',
  listLaunches: 'simulation_list_launches',
  getLaunch: 'simulation_get_launch',
  checkDeck: 'simulation_check_deck',
  planLaunch: 'simulation_plan_launch',
  startLaunch: 'simulation_start_launch',
} as const;

export type ToolId = (typeof tools)[keyof typeof tools];

type SettingName = keyof typeof settingTable;

/** The keys of the settings. */
export const settings = Object.fromEntries(
  Object.entries(settingTable).map(([name, { key }]) => [name, key]),
) as { readonly [Name in SettingName]: (typeof settingTable)[Name]['key'] };

/** Keys for `when` clauses. */
export const contextKeys = {
  projectsState: 'simulationService.projects.state',
  reusableModelsState: 'simulationService.reusableModels.state',
  reusableModelsOffered: 'simulationService.reusableModelsOffered',
  environmentSelected: 'simulationService.environmentSelected',
  emulatorRunning: 'simulationService.emulatorRunning',
  projectsFiltered: 'simulationService.projectsFiltered',
  reusableModelsFiltered: 'simulationService.reusableModelsFiltered',
  launchesFiltered: 'simulationService.launchesFiltered',
  // Completed steps of the walkthrough.
  sampleCreated: 'simulationService.sampleCreated',
  simulationCreated: 'simulationService.simulationCreated',
  launchSeen: 'simulationService.launchSeen',
} as const;

/**
 * Words in the context value of a tree item: its kind and its capabilities. Menus match them by word. Those of
 * launches are in launch/launchActions.ts.
 */
export const contextValues = {
  project: 'project',
  reusableModel: 'reusableModel',
  hasId: 'hasId',
  hasPage: 'hasPage',
  pin: 'pin',
  unpin: 'unpin',
  failed: 'failed',
  launch: 'launch',
} as const;
