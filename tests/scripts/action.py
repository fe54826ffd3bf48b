"""action.py ACTION.YML KEY=VALUE...: runs the steps of a composite action as a runner of GitHub would.

Keys: input.NAME, github.NAME, runner.NAME. The steps of other actions are not run; the keys uses.N get them, by which a
test knows what would run. Prints `status N`, `output NAME=VALUE` and `uses NAME` lines; what steps print goes to standard error.
"""
import os
import re
import subprocess
import sys
import tempfile

import yaml


class Context:
    def __init__(self, values):
        self.values = values

    def look_up(self, name):
        return self.values.get(name, "")

    def evaluate(self, expression):
        """The value of an expression of a workflow: names, strings, ==, !, &&, ||, startsWith and format."""
        words = re.findall(r"'[^']*'|[A-Za-z_][\w.-]*|&&|\|\||==|!|[(),]", expression)
        known = {"&&": " and ", "||": " or ", "!": " not ", "startsWith": "starts", "format": "fill"}
        text = "".join(w if w[0] in "'(),=" else known.get(w) or f"look({w!r})" for w in words)
        return eval(text, {"look": self.look_up, "starts": str.startswith, "fill": str.format})  # of our own file

    def fill(self, text):
        return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", lambda m: str(self.evaluate(m.group(1))), str(text))


def run_step(step, context, variables):
    """The exit status of a step with a script; its outputs go to the context."""
    with tempfile.NamedTemporaryFile("r") as outputs:
        environment = {**variables, "GITHUB_OUTPUT": outputs.name}
        environment.update({name: context.fill(value) for name, value in step.get("env", {}).items()})
        status = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", context.fill(step["run"])],
                                env=environment, stdout=sys.stderr).returncode
        for line in outputs:
            name, _, value = line.rstrip("\n").partition("=")
            context.values[f"steps.{step['id']}.outputs.{name}"] = value
    return status


def main(path, *settings):
    with open(path, encoding="utf-8") as file:
        action = yaml.safe_load(file)
    context = Context({f"inputs.{name}": row.get("default", "") for name, row in action["inputs"].items()})
    for setting in settings:
        name, _, value = setting.partition("=")
        context.values[name] = value
    variables = dict(os.environ, GITHUB_ACTION_PATH=os.path.dirname(os.path.abspath(path)))
    for name in ("os", "arch", "temp"):
        variables["RUNNER_" + name.upper()] = context.look_up("runner." + name)
    status = 0
    for step in action["runs"]["steps"]:
        if not context.evaluate(step.get("if", "'yes'")):
            continue
        if "uses" in step:
            print("uses", step["uses"], *(f"{k}={context.fill(v)}" for k, v in sorted(step["with"].items())))
        else:
            status = run_step(step, context, variables)
        if status != 0:
            break
    for name, row in action["outputs"].items():
        print(f"output {name}={context.fill(row['value'])}")
    print("status", status)


main(*sys.argv[1:])
