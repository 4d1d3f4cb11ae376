# The public names and the module of each; it loads when a name is first used.

from .citations import Derived as Derived
from .citations import Explanation as Explanation
from .differences import RulesDiff as RulesDiff
from .differences import diff as diff
from .editions import CHANGES as CHANGES
from .editions import NEWEST as NEWEST
from .editions import Change as Change
from .editions import Edition as Edition
from .editions import changes as changes
from .editions import dated_change as dated_change
from .editions import edition as edition
from .lives import History as History
from .lives import history as history
from .loaded import find as find
from .loaded import use as use
from .numbers import gist as gist
from .numbers import number_in as number_in
from .numbers import words_for as words_for
from .tables import concordance as concordance
from .tables import contradictions as contradictions
from .text import RulesText as RulesText
from .text import read as read
from .text import read_text as read_text
